import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  utimesSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ArchivePacking } from '@filemill/formats';
import { withinRatio } from './byte-streams.js';
import { unpackedBytes } from './plain-tar.js';
import type { ArchiveLimits } from './planner.js';
import { Refused } from './refused.js';
import { UNPACKED_FOLDER, type Unpacked } from './unpacked.js';

/** The name of a file whose packing stores none. */
const NAME = 'file';
const READ_BYTES = 256 * 1024;

/**
 * Unpacks a file that was packed without others, as the only file of a folder.
 *
 * @param salvage - what comes before the damage is enough
 * @throws {Refused} if that is impossible, or exceeds the limits
 */
export async function unpackFile(
  path: string,
  packing: ArchivePacking,
  limits: ArchiveLimits,
  salvage: boolean,
): Promise<Unpacked> {
  rmSync(UNPACKED_FOLDER, { recursive: true, force: true });
  mkdirSync(UNPACKED_FOLDER);
  const { name = NAME, mtimeSeconds } = packing === 'gzip' ? gzipHeader(path) : {};
  const target = join(UNPACKED_FOLDER, name);
  const file = createReadStream(path, { highWaterMark: READ_BYTES });
  const unpacked = unpackedBytes(file, packing, salvage);
  const bytes = withinRatio(salvage ? untilDamage(unpacked) : unpacked, () => file.bytesRead, limits);
  await pipeline(
    Readable.from(withinSize(bytes, limits.unpackedBytes), { objectMode: true }),
    createWriteStream(target),
  );
  // A time of ours is whole seconds, so that no format rounds it.
  const seconds = mtimeSeconds || Math.floor(Date.now() / 1000);
  utimesSync(target, seconds, seconds);
  return { duplicates: 0, links: 0, lost: [], owners: new Map() };
}

/** What comes before the damage. @throws {Refused} corrupt, if that is nothing */
async function* untilDamage(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let hasBytes = false;
  try {
    for await (const part of parts) {
      hasBytes ||= part.length > 0;
      yield part;
    }
  } catch (error) {
    if (!hasBytes || !(error instanceof Refused) || error.reason !== 'corrupt') throw error;
  }
  if (!hasBytes) throw new Refused('corrupt', 'nothing in it can be unpacked');
}

/** @throws {Refused} bytes */
async function* withinSize(parts: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const part of parts) {
    bytes += part.length;
    if (bytes > most) throw new Refused('bytes');
    yield part;
  }
}

/** RFC 1952, 2.3: flags, time, then an extra field and the name, in Latin-1. */
const GZIP = { flagsAt: 3, timeAt: 4, bytes: 10, hasExtra: 4, hasName: 8 };
const GZIP_HEAD_BYTES = 1_024;
const NAME_BYTES = 200;

function gzipHeader(path: string): { name?: string; mtimeSeconds?: number } {
  const head = Buffer.alloc(GZIP_HEAD_BYTES);
  const length = readSync(openSync(path, 'r'), head, 0, GZIP_HEAD_BYTES, 0);
  const flags = head.readUInt8(GZIP.flagsAt);
  const start = GZIP.bytes + (flags & GZIP.hasExtra ? 2 + head.readUInt16LE(GZIP.bytes) : 0);
  const end = flags & GZIP.hasName ? head.subarray(0, length).indexOf(0, start) : -1;
  const name = end > start ? basename(head.toString('latin1', start, end)) : '';
  const isUsable = name !== '' && name !== '.' && name !== '..' && name.length <= NAME_BYTES;
  return { mtimeSeconds: head.readUInt32LE(GZIP.timeAt), ...(isUsable && { name }) };
}
