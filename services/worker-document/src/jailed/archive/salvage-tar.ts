import { closeSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { Checksums } from './checksums.js';
import {
  countProperties,
  ENTRY_WORK_BYTES,
  type EntryProperties,
  type EntryRules,
  entryKindOf,
  expectedEntry,
  isFile,
  withOwner,
} from './clean-tar.js';
import type { ArchivePlan } from './planner.js';
import { Refused } from './refused.js';
import type { ArchiveSource } from './source.js';
import { paddingOf, TAR_END, tarHeader } from './tar-header.js';
import { readTar, type TarEntry } from './tar-reader.js';

/** Number of entries that may stop the reader; after more of them the rest counts as lost. */
const MAX_RESTARTS = 100;
/** Buffer for one entry, until it is known to be complete. */
const SPOOL = '/job/out/spool';
const PART_BYTES = 256 * 1024;

/**
 * Like {@link cleanTar}, for a damaged archive: an entry is passed on after it was read completely and its checksum is
 * correct. If the reader stops at an entry, it is restarted without the entries that were read. Lost entries have no
 * target in the plan afterwards.
 */
export async function* salvageTar(
  source: Pick<ArchiveSource, 'open' | 'canSkip'>,
  plan: ArchivePlan,
  rules: EntryRules,
  checksums: Checksums | undefined,
  seen: EntryProperties,
  onWork: (work: number) => void,
): AsyncGenerator<Buffer> {
  const { listed, targets } = plan;
  const delivered = new Set<number>();
  const spool = openSync(SPOOL, 'w+');
  try {
    let done = -1;
    for (let tries = 0; tries <= MAX_RESTARTS && done < listed.length - 1; tries++) {
      const without = tries === 0 ? [] : filesUntil(plan, done);
      const expected = expectedOf(plan, without);
      const reading = source.open(without);
      let position = 0;
      let current: number | undefined;
      try {
        for await (const streamed of readTar(reading.stdout)) {
          const entry = withOwner(streamed, rules);
          current = expected[position++];
          if (current === undefined) throw new Refused('corrupt', 'it contains more entries than it lists');
          const isNew = current > done;
          const target = isNew ? targets[current] : undefined;
          const isWhole = await spoolEntry(entry, spool, target === undefined ? undefined : checksums);
          onWork(ENTRY_WORK_BYTES + entry.sizeBytes);
          if (isNew) done = current;
          const line = listed[current];
          const isListed = entryKindOf(entry.type) === line?.kind && entry.sizeBytes === line.sizeBytes;
          if (target === undefined || !isWhole || !isListed) continue;
          countProperties(entry, entry.hasAttributes, rules, seen);
          yield tarHeader(expectedEntry(entry, target, rules));
          yield* spooled(spool, entry.sizeBytes);
          delivered.add(current);
        }
        await reading.ended;
        break;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        await reading.ended.catch(refuseUnlessCorrupt);
        refuseUnlessCorrupt(error);
        done = Math.max(
          done,
          current !== undefined && current > done ? current : (expected[position] ?? done),
        );
      } finally {
        reading.kill();
      }
      if (!source.canSkip) break;
    }
  } finally {
    closeSync(spool);
  }
  for (const index of targets.keys()) if (!delivered.has(index)) plan.targets[index] = undefined;
  const files = [...listed.keys()].filter((index) => listed[index]?.kind === 'file');
  const hasFile = files.length === 0 || files.some((index) => delivered.has(index));
  if (delivered.size === 0 || !hasFile) throw new Refused('corrupt', 'nothing in it can be unpacked');
  yield TAR_END;
}

/** @throws {Refused} for any reason except damage */
function refuseUnlessCorrupt(error: unknown): void {
  if (!(error instanceof Refused) || error.reason !== 'corrupt') throw error;
}

/** Names of everything that was read except folders: excluding a folder would exclude its content too. */
const filesUntil = ({ listed }: ArchivePlan, last: number): readonly Buffer[] =>
  listed.slice(0, last + 1).flatMap(({ kind, name }) => (kind === 'folder' ? [] : [name]));

/** The remaining entries in order, after some names are excluded. */
function expectedOf({ listed }: ArchivePlan, without: readonly Buffer[]): number[] {
  const left = new Set(without.map((name) => name.toString('latin1')));
  return [...listed.keys()].filter((index) => !left.has(listed[index]?.name.toString('latin1') ?? ''));
}

/** @returns whether the declared content is complete and its checksum correct */
async function spoolEntry(
  { data, type, sizeBytes }: TarEntry,
  spool: number,
  checksums: Checksums | undefined,
): Promise<boolean> {
  ftruncateSync(spool);
  let checksum = 0;
  let at = 0;
  for await (const part of data) {
    checksum = crc32(part, checksum);
    writeSync(spool, part, 0, part.length, at);
    at += part.length;
  }
  if (at !== sizeBytes) return false;
  return !checksums || !isFile(type) || sizeBytes === 0 || checksums.has(sizeBytes, checksum);
}

function* spooled(spool: number, sizeBytes: number): Generator<Buffer> {
  for (let at = 0; at < sizeBytes; ) {
    const part = Buffer.alloc(Math.min(PART_BYTES, sizeBytes - at));
    at += readSync(spool, part, 0, part.length, at);
    yield part;
  }
  if (paddingOf(sizeBytes) > 0) yield Buffer.alloc(paddingOf(sizeBytes));
}
