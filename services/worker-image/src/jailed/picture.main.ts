import { closeSync, readSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { convertPicture } from './convert.js';
import { loadMender } from './natives.js';
import type { WebpOfJpeg } from './photo.js';
import { PictureError } from './picture-error.js';
import type { Answer, PictureJob, ServerLine } from './protocol.js';
import { warmUp } from './warm-up.js';

/**
 * Runs inside the jail: loads sharp, then forks a child for each job, one line of standard input each, until that ends.
 * The parent works synchronously: there is one job at a time, and the worker ends the whole jail if a job must end
 * early.
 */

/** See native/fork.c and native/jpeg-webp.c. */
interface Addon {
  landlock(): number;
  fork(
    readable: readonly string[],
    writable: string,
    cpuSeconds: number,
  ): { pid: number; output: number } | undefined;
  wait(pid: number): number;
  exit(): never;
  webpOfJpeg: WebpOfJpeg;
}

const [addonPath = '', menderPath = '', cpuSeconds = ''] = process.argv.slice(2);
const addon = createRequire(import.meta.url)(addonPath) as Addon;
const READABLE = ['/usr', '/etc', '/proc', '/dev', '/app', '/job/in'];
const PIECE_BYTES = 16_384;

/** Writes all of it: a pipe may accept less than it is given. */
function send(line: ServerLine | Answer): void {
  const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
}

function* piecesOf(descriptor: number): Generator<string> {
  const piece = Buffer.alloc(PIECE_BYTES);
  const decoder = new TextDecoder();
  for (let count = readSync(descriptor, piece); count > 0; count = readSync(descriptor, piece)) {
    yield decoder.decode(piece.subarray(0, count), { stream: true });
  }
}

function* linesOf(descriptor: number): Generator<string> {
  let rest = '';
  for (const piece of piecesOf(descriptor)) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/** Runs in the child. */
async function answerTo(line: string): Promise<Answer> {
  try {
    const job: PictureJob = JSON.parse(line);
    const natives = { webpOfJpeg: addon.webpOfJpeg, mender: () => loadMender(menderPath) };
    const result = await convertPicture(job, natives, (fraction) => send({ type: 'progress', fraction }));
    return { type: 'done', result };
  } catch (error) {
    const { code, detail, cause } = PictureError.from(error);
    return { type: 'failed', code, detail, cause: cause instanceof Error ? cause.stack : undefined };
  }
}

// One core per picture, and no cache: parallel pictures are faster than threads inside one.
sharp.concurrency(1);
sharp.cache(false);

await warmUp();
send({ type: 'ready', landlock: addon.landlock() });
for (const line of linesOf(0)) {
  const child = addon.fork(READABLE, '/job/out', Number(cpuSeconds));
  if (child) {
    for (const text of piecesOf(child.output)) send({ type: 'output', text });
    closeSync(child.output);
    send({ type: 'ended', status: addon.wait(child.pid) });
  } else {
    send(await answerTo(line));
    addon.exit();
  }
}
