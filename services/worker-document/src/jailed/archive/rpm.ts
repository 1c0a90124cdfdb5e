import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { ArchivePacking } from '@filemill/formats';
import type { PackageData } from './deb.js';
import { Refused } from './refused.js';

/** The RPM file format 3: a lead, then two headers, the first padded; each has a mark, two numbers, an index and data. */
const LEAD_BYTES = 96;
const HEADER = { mark: 0x8eade801, bytes: 16, countAt: 8, sizeAt: 12, entryBytes: 16, padding: 8 };
/** More than rpm itself accepts. */
const MAX_HEADER_BYTES = 256 * 1024 ** 2;
/** The first bytes of each packing, hexadecimal; a cpio otherwise. */
const PACKINGS: readonly (readonly [start: string, packing: ArchivePacking])[] = [
  ['1f8b', 'gzip'],
  ['425a68', 'bzip2'],
  ['fd377a585a00', 'xz'],
  ['28b52ffd', 'zstd'],
  ['5d0000', 'lzma'],
];

/** Where the cpio of the files lies in an RPM package. @throws {Refused} corrupt, without one */
export function rpmDataOf(path: string): PackageData {
  const file = openSync(path, 'r');
  const read = (at: number, length: number): Buffer => {
    const bytes = Buffer.alloc(length);
    if (readSync(file, bytes, 0, length, at) < length) throw new Refused('corrupt', 'it ends too early');
    return bytes;
  };
  try {
    const signature = endOfHeader(read, LEAD_BYTES);
    const start = endOfHeader(read, Math.ceil(signature / HEADER.padding) * HEADER.padding);
    const first = read(start, 6).toString('hex');
    const packing = PACKINGS.find(([mark]) => first.startsWith(mark))?.[1];
    return { start, end: statSync(path).size - 1, packing };
  } finally {
    closeSync(file);
  }
}

function endOfHeader(read: (at: number, length: number) => Buffer, at: number): number {
  const header = read(at, HEADER.bytes);
  const bytes = header.readUInt32BE(HEADER.countAt) * HEADER.entryBytes + header.readUInt32BE(HEADER.sizeAt);
  if (header.readUInt32BE(0) !== HEADER.mark || bytes > MAX_HEADER_BYTES)
    throw new Refused('corrupt', 'its header is broken');
  return at + HEADER.bytes + bytes;
}

/** The headers of cpio(5) in text: their length, and the place and base of the length of the name. */
const CPIO_HEADERS = [
  { mark: /^07070[12]/, bytes: 110, name: { from: 94, to: 102, base: 16 } },
  { mark: /^070707/, bytes: 76, name: { from: 59, to: 65, base: 8 } },
];
const MAX_NAME_BYTES = 4_096;

/**
 * The cpio of a package, for bsdtar.
 *
 * @throws {Refused} corrupt, if the first entry is none, or has a name that bsdtar could take for another format
 */
export async function* plainCpio(unpacked: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of unpacked) {
    if (!head) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < CPIO_HEAD_BYTES) continue;
    yield checked(head);
    head = undefined;
  }
  if (head) yield checked(head);
}

const CPIO_HEAD_BYTES = 110 + MAX_NAME_BYTES;

function checked(head: Buffer): Buffer {
  const header = CPIO_HEADERS.find(({ mark }) => mark.test(head.toString('latin1', 0, 6)));
  if (!header) throw new Refused('corrupt', 'it holds no files to install');
  const { from, to, base } = header.name;
  const length = Number.parseInt(head.toString('latin1', from, to), base);
  const name = length <= MAX_NAME_BYTES ? head.subarray(header.bytes, header.bytes + length) : head;
  if (name.indexOf(0) !== length - 1 || name.includes(0x0a))
    throw new Refused('corrupt', 'a name in it is broken');
  return head;
}
