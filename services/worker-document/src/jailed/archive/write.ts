import { createWriteStream } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ArchiveWrite } from '@filemill/formats';
import type { ArchivePlan } from './planner.js';
import type { ArchiveTarget } from './targets.js';
import { verifyArchive, verifyTarStream } from './verify.js';

/** What is written, where, and the expected content. */
interface Output {
  readonly path: string;
  readonly format: Pick<ArchiveWrite, 'container' | 'packing'>;
  readonly level: number;
  readonly plan: ArchivePlan;
}

/**
 * Writes an archive and verifies it; a stream is verified while it is written.
 *
 * @param onPercent - progress of the part that begins when the stream has been read
 * @throws {Error} if the output differs from the plan
 */
export async function writeArchive(
  target: ArchiveTarget,
  tar: AsyncIterable<Buffer>,
  { path, format, level, plan }: Output,
  onPercent: (fraction: number) => void,
): Promise<void> {
  if ('write' in target) {
    await target.write(tar, path, level, onPercent);
    await verifyArchive(path, format.container, plan);
    return;
  }
  const source = Readable.from(target.stream(tar, level), { objectMode: true });
  const copy = source.pipe(new PassThrough());
  await Promise.all([pipeline(source, createWriteStream(path)), verifyTarStream(copy, format.packing, plan)]);
}
