import { writeFileSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpErrorBody } from '@filemill/errors';
import { wavHeader } from '../shared/inputs.ts';
import { seconds } from '../shared/measure.ts';
import { type HostileFile, hostileFiles } from './hostile-files.ts';
import { type Attack, printAlone, printAttack, printResults } from './hostile-report.ts';
import type { InputPaths } from './inputs.ts';
import { type Job, type Jobs, ordinaryWork, waitOf } from './ordinary-work.ts';
import { LongestPauses, readPauses } from './pauses.ts';
import { convert, type RawReply, type RunningStack, upload } from './service.ts';

/** Ordinary work before the measurement, so that code is compiled and standby processes are loaded. */
const WARM_UP_MS = 15_000;
/** Duration of ordinary work alone. */
const ALONE_MS = 60_000;

/** Two seconds of noise, mono. */
function writeSound(path: string): void {
  const samples = Buffer.alloc(2 * 88_200);
  for (let at = 0, state = 1; at < samples.length; at += 2) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    samples.writeInt16LE((state >> 18) - 4_096, at);
  }
  writeFileSync(path, Buffer.concat([wavHeader(samples.length, 1), samples]));
}

/** A hostile file that has been written to a folder. */
type WrittenFile = Omit<HostileFile, 'bytes'> & { readonly path: string };

/** Writes all hostile files before the measurement, since the measuring process must not pause either. */
async function writeHostileFiles(folder: string): Promise<WrittenFile[]> {
  await mkdir(folder, { recursive: true });
  return [...hostileFiles()].map(({ bytes, ...file }, index) => {
    const path = join(folder, `${index}`);
    writeFileSync(path, bytes);
    return { ...file, path };
  });
}

/** How a file was answered, in words. */
function outcomeOf({ status, bytes }: RawReply): string {
  if (status === 200) return 'converted';
  const { error }: Partial<HttpErrorBody> = JSON.parse(bytes.toString());
  return `${status} ${error?.code ?? ''}`.trim();
}

/** Sends one hostile file, and then an ordinary one for the same workers. */
async function attack(url: string, file: WrittenFile, job: Job): Promise<Attack> {
  let outcome = '';
  const { name, path, to } = file;
  const bytes = await readFile(path);
  const answered = await seconds(async () => {
    // A gateway may end a connection whose upload it refuses.
    outcome = await upload(url, { name, bytes }, to).then(
      outcomeOf,
      (error: NodeJS.ErrnoException) => `connection ended (${error.code ?? error.message})`,
    );
  });
  // A job that fails counts as one that never starts.
  const wait = await waitOf(() => convert(url, job.path, job.to)).catch(() => Number.POSITIVE_INFINITY);
  return { what: file.what, answered, outcome, wait };
}

/** Sends files that are made to stall their readers during ordinary work, and measures the event loops. */
export async function benchHostile(stack: RunningStack, input: InputPaths<'icon' | 'letter'>): Promise<void> {
  const { url } = stack;
  const folder = dirname(input.icon);
  const sound = join(folder, 'short.wav');
  writeSound(sound);
  const files = await writeHostileFiles(join(folder, 'hostile'));
  const jobs: Jobs = {
    image: { path: input.icon, to: 'webp' },
    audio: { path: sound, to: 'mp3' },
    document: { path: input.letter, to: 'pdf' },
  };
  const warming = ordinaryWork(stack, jobs);
  await sleep(WARM_UP_MS);
  await warming.stop();

  const alone = new LongestPauses();
  await readPauses(stack);
  const quiet = ordinaryWork(stack, jobs);
  await sleep(ALONE_MS);
  const before = await quiet.stop();
  alone.add(await readPauses(stack), 'ordinary work');
  // Printed now: the rest may take half an hour on a busy machine, and somebody who aborts it still has the baseline.
  printAlone(alone, before, ALONE_MS);

  const meanwhile = new LongestPauses();
  const attacks: Attack[] = [];
  const busy = ordinaryWork(stack, jobs);
  const took = await seconds(async () => {
    for (const file of files) {
      const done = await attack(url, file, jobs[file.lane]);
      const pauses = await readPauses(stack);
      attacks.push(done);
      meanwhile.add(pauses, file.what);
      printAttack(done, pauses);
    }
  });
  const during = await busy.stop();
  meanwhile.add(await readPauses(stack), 'ordinary work after them');
  printResults({ alone, meanwhile, attacks, before, during, took }, ALONE_MS);
}
