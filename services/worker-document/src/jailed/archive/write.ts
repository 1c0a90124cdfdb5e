import { createWriteStream } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ArchiveWrite } from '@filemill/formats';
import type { Plan } from './judge.js';
import type { Target } from './targets.js';
import { verify, verifyStream } from './verify.js';

/** What is written, where to, and what must be in it. */
interface Output {
  readonly path: string;
  readonly format: Pick<ArchiveWrite, 'container' | 'packing'>;
  readonly level: number;
  readonly plan: Plan;
}

/**
 * Writes an archive and has it looked at; of a stream that is done while it is written.
 *
 * @param onPercent - of what begins when the stream has been read
 * @throws {Error} if what is written is not what was planned
 */
export async function write(
  target: Target,
  tar: AsyncIterable<Buffer>,
  { path, format, level, plan }: Output,
  onPercent: (fraction: number) => void,
): Promise<void> {
  if ('write' in target) {
    await target.write(tar, path, level, onPercent);
    await verify(path, format.container, plan);
    return;
  }
  const source = Readable.from(target.stream(tar, level), { objectMode: true });
  const copy = source.pipe(new PassThrough());
  await Promise.all([pipeline(source, createWriteStream(path)), verifyStream(copy, format.packing, plan)]);
}
