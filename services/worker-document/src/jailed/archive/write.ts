import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ArchiveContainer, ArchivePacking, ArchiveWrite } from '@filemill/formats';
import { parseLine } from './listing.js';
import { plainTar } from './plain-tar.js';
import type { ArchivePlan } from './planner.js';
import { BSDTAR, feedAll, type Program, SEVEN_ZIP, startProgram } from './programs.js';
import { LIST_ARGS } from './source.js';
import type { ArchiveTarget } from './targets.js';

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

/** Formats that bsdtar writes, and what forces 7z's reader of them. */
const TESTED_BY_7Z: Readonly<Partial<Record<ArchiveContainer, string>>> = {
  zip: 'zip',
  cpio: 'Cpio',
};
/** Formats with folders that the archive only implies by file names: unpacking creates them. */
const WITH_ALL_FOLDERS: ReadonlySet<ArchiveContainer> = new Set(['7z', 'iso']);

/**
 * Lets a program other than the writer open the result, test its checksums and list its content.
 *
 * @throws {Error} with the difference
 */
async function verifyArchive(path: string, container: ArchiveContainer, plan: ArchivePlan): Promise<void> {
  const wanted = { ...totalsOf(plan), ...(WITH_ALL_FOLDERS.has(container) && { folders: foldersOf(plan) }) };
  const tester = TESTED_BY_7Z[container];
  const found = tester
    ? await testBy7z(path, tester)
    : await list(startProgram(BSDTAR, [...LIST_ARGS, path]));
  if (container === '7z') await startProgram(BSDTAR, ['-xOf', path], { stdout: 'ignore' }).ended;
  compare(found, wanted);
}

/**
 * The same for a tar, compressed with zlib or not, while it is written: on two cores that takes half of the time.
 *
 * @throws {Error} with the difference
 */
async function verifyTarStream(
  bytes: Readable,
  packing: ArchivePacking | undefined,
  plan: ArchivePlan,
): Promise<void> {
  const lister = startProgram(BSDTAR, [...LIST_ARGS, '-'], { stdin: 'pipe' });
  const [found] = await Promise.all([list(lister), feedAll(plainTar(bytes, packing), lister)]);
  compare(found, totalsOf(plan));
}

function compare(found: Totals, wanted: Totals): void {
  for (const key of ['files', 'folders', 'bytes'] as const) {
    if (found[key] !== wanted[key])
      throw new Error(`the result has ${found[key]} ${key}, not ${wanted[key]}`);
  }
}

interface Totals {
  files: number;
  folders: number;
  bytes: number;
}

function totalsOf({ targets, listed }: ArchivePlan): Totals {
  const totals = { files: 0, folders: 0, bytes: 0 };
  for (const [index, target] of targets.entries()) if (target !== undefined) count(totals, listed[index]);
  return totals;
}

function foldersOf({ targets, listed }: ArchivePlan): number {
  const folders = new Set<string>();
  for (const [index, target] of targets.entries()) {
    if (target === undefined) continue;
    if (listed[index]?.kind === 'folder') folders.add(target);
    for (let end = target.indexOf('/'); end >= 0; end = target.indexOf('/', end + 1))
      folders.add(target.slice(0, end));
  }
  return folders.size;
}

function count(totals: Totals, entry: { kind: string; sizeBytes: number } | undefined): void {
  if (entry?.kind === 'folder') totals.folders += 1;
  if (entry?.kind === 'file') totals.files += 1;
  totals.bytes += entry?.kind === 'file' ? entry.sizeBytes : 0;
}

async function list(lister: Program): Promise<Totals> {
  const totals = { files: 0, folders: 0, bytes: 0 };
  for await (const line of createInterface({ input: lister.stdout })) {
    const entry = parseLine(line);
    // The root of a disc is no entry of the plan.
    if (entry.name.toString('latin1') !== '.') count(totals, entry);
  }
  await lister.ended;
  return totals;
}

/** The end of the output of `7z t`; lines that would say 0 are omitted. */
async function testBy7z(path: string, type: string): Promise<Totals> {
  const tester = startProgram(SEVEN_ZIP, ['t', `-t${type}`, '-y', '-bd', path]);
  let text = '';
  for await (const chunk of tester.stdout.setEncoding('utf8')) text = (text + chunk).slice(-1_000);
  await tester.ended;
  const number = (key: string): number => Number(new RegExp(`^${key}: +(\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  return { files: number('Files') || 1, folders: number('Folders'), bytes: number('Size') };
}
