import { AppError } from '@filemill/errors';
import { type ByteReader, corrupt, endsTooEarly } from '../../bytes/byte-reader.js';
import { ForwardWindow } from '../../bytes/windows.js';
import { tooLarge, ZIP_LIMITS } from '../../bytes/zip-limits.js';
import type { Facts } from '../../define/facts.js';

const MARK_4 = Buffer.from('526172211a0700', 'hex');
const MARK_5 = Buffer.from('526172211a070100', 'hex');

/** A block or header of the archive: where the next one begins, and its flags that matter here. */
interface Block {
  readonly next: number;
  readonly isEncrypted: boolean;
  readonly isVolume: boolean;
  readonly isEnd: boolean;
}

/**
 * Walks the headers, whose offsets rise: each byte is read at most twice.
 *
 * @throws {AppError} FILE_ENCRYPTED, FILE_TOO_LARGE with more entries than the limit; FILE_CORRUPT, as `damage` of the
 *   facts, for one part of several or one that is cut short
 */
export async function inspectRar(reader: ByteReader): Promise<Facts> {
  const mark = await reader.read(0, MARK_5.length);
  const isFifth = mark.equals(MARK_5);
  const window = new ForwardWindow(reader);
  let isVolume = false;
  let at = isFifth ? MARK_5.length : MARK_4.length;
  for (let blocks = 0; at < reader.sizeBytes; blocks++) {
    if (blocks > 2 * ZIP_LIMITS.entries) throw tooLarge('entries', ZIP_LIMITS.entries);
    const block = await (isFifth ? readBlock5(window, at) : readBlock4(window, at));
    if (block.isEncrypted) throw new AppError('FILE_ENCRYPTED');
    isVolume ||= block.isVolume;
    if (block.isEnd) break;
    if (block.next <= at) throw corrupt('a header is broken');
    at = block.next;
  }
  if (isVolume) throw corrupt('it is one part of several');
  if (at > reader.sizeBytes) throw endsTooEarly();
  return {};
}

/** RAR 1.5 to 4, technote.txt: checksum (2), type (1), flags (2), size (2), data size (4) if the flags say so. */
const RAR4 = { main: 0x73, file: 0x74, service: 0x7a, end: 0x7b } as const;

async function readBlock4(window: ForwardWindow, at: number): Promise<Block> {
  const head = await window.take(at, 7);
  const [type, flags, size] = [head.readUInt8(2), head.readUInt16LE(3), head.readUInt16LE(5)];
  const isFile = type === RAR4.file || type === RAR4.service;
  const hasData = isFile || (flags & 0x8000) !== 0;
  const dataBytes = hasData ? (await window.take(at + 7, 4)).readUInt32LE(0) : 0;
  const highBytes = isFile && flags & 0x100 ? (await window.take(at + 32, 4)).readUInt32LE(0) : 0;
  return {
    next: at + size + dataBytes + highBytes * 2 ** 32,
    isEncrypted: (type === RAR4.main && (flags & 0x80) !== 0) || (isFile && (flags & 0x04) !== 0),
    isVolume: type === RAR4.main && (flags & 0x01) !== 0,
    isEnd: type === RAR4.end,
  };
}

/** RAR 5.0 archive format, rarlab.com/technote.htm: numbers have seven bits per byte, the lowest first. */
const RAR5 = { main: 1, file: 2, service: 3, encryption: 4, end: 5 } as const;
const EXTRA_ENCRYPTION = 1;
const MAX_HEADER_BYTES = 32_768;
/** A number has ten bytes at most; this is the index of the tenth. */
const MAX_PLACE = 128 ** 9;

async function readBlock5(window: ForwardWindow, at: number): Promise<Block> {
  const length = Math.min(MAX_HEADER_BYTES, window.sizeBytes - at);
  const numbers = new Numbers(await window.take(at, length), 4);
  const headerBytes = numbers.next();
  const end = numbers.at + headerBytes;
  const type = numbers.next();
  const flags = numbers.next();
  const extraBytes = flags & 1 ? numbers.next() : 0;
  const dataBytes = flags & 2 ? numbers.next() : 0;
  if (end > length) throw corrupt('a header is too long');
  if (extraBytes > headerBytes) throw corrupt('a header is broken');
  const isFile = type === RAR5.file || type === RAR5.service;
  return {
    next: at + end + dataBytes,
    isEncrypted:
      type === RAR5.encryption || (isFile && numbers.hasRecord(end - extraBytes, end, EXTRA_ENCRYPTION)),
    isVolume: type === RAR5.main && (numbers.next() & 1) !== 0,
    isEnd: type === RAR5.end,
  };
}

class Numbers {
  constructor(
    private readonly bytes: Buffer,
    public at: number,
  ) {}

  next(): number {
    let value = 0;
    for (let place = 1; place <= MAX_PLACE && this.at < this.bytes.length; place *= 128) {
      const byte = this.bytes.readUInt8(this.at++);
      value += (byte & 0x7f) * place;
      if (byte < 0x80) return value;
    }
    throw corrupt('a header is broken');
  }

  /** Whether the extra area holds a record of a kind: size, then type. */
  hasRecord(from: number, to: number, wanted: number): boolean {
    for (let start = from; start < to; ) {
      const record = new Numbers(this.bytes, start);
      const size = record.next();
      const body = record.at;
      if (record.next() === wanted) return true;
      start = body + size;
    }
    return false;
  }
}
