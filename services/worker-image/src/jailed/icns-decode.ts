import type { DecodedIcon } from './ico-decode.js';
import { PictureError } from './picture-error.js';
import type { Pixels } from './pixels.js';

const MAX_ENTRIES = 64;
const HEAD_BYTES = 8;
const PNG_MAGIC = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Pictures of 24 bits, by type: side, type of the mask, and bytes before the colours. */
const PACKED: Readonly<Record<string, { side: number; mask: string; skip: number }>> = {
  is32: { side: 16, mask: 's8mk', skip: 0 },
  il32: { side: 32, mask: 'l8mk', skip: 0 },
  ih32: { side: 48, mask: 'h8mk', skip: 0 },
  it32: { side: 128, mask: 't8mk', skip: 4 },
};

interface Entry {
  readonly type: string;
  readonly data: Buffer;
  readonly isCut: boolean;
}

interface Candidate {
  readonly area: number;
  read(): Buffer | Pixels;
}

/**
 * The largest readable picture of an Apple icon: a PNG, or packed colours with their mask.
 *
 * @param from - number of largest pictures to skip
 * @throws {PictureError} FILE_CORRUPT if there is none; UNSUPPORTED_FORMAT if all are JPEG 2000
 */
export function decodeIcns(file: Buffer, from = 0): DecodedIcon {
  const entries = entriesOf(file);
  const candidates = entries.flatMap((entry) => candidateOf(entry, entries));
  if (candidates.length === 0) {
    const isOther = entries.some(({ type, isCut }) => type.startsWith('ic') && !isCut);
    throw new PictureError(isOther ? 'UNSUPPORTED_FORMAT' : 'FILE_CORRUPT', 'it holds no picture');
  }
  candidates.sort((a, b) => b.area - a.area);
  for (const [missing, candidate] of candidates.entries()) {
    if (missing < from) continue;
    try {
      return { picture: candidate.read(), missing, total: candidates.length };
    } catch (error) {
      // The next smaller one may be complete.
      if (!(error instanceof PictureError || error instanceof RangeError)) throw error;
    }
  }
  throw new PictureError('FILE_CORRUPT', 'it holds no picture');
}

function entriesOf(file: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = HEAD_BYTES; at + HEAD_BYTES <= file.length && entries.length < MAX_ENTRIES; ) {
    const length = file.readUInt32BE(at + 4);
    if (length < HEAD_BYTES) break;
    const data = file.subarray(at + HEAD_BYTES, at + length);
    entries.push({ type: file.toString('latin1', at, at + 4), data, isCut: at + length > file.length });
    at += length;
  }
  return entries;
}

function candidateOf({ type, data, isCut }: Entry, entries: readonly Entry[]): Candidate[] {
  const whole = <T>(read: () => T): T => {
    if (isCut) throw new PictureError('FILE_CORRUPT', 'it ends too early');
    return read();
  };
  if (data.length >= 24 && data.subarray(0, PNG_MAGIC.length).equals(PNG_MAGIC)) {
    return [{ area: data.readUInt32BE(16) * data.readUInt32BE(20), read: () => whole(() => data) }];
  }
  const packed = PACKED[type];
  if (!packed) return [];
  const { side, skip } = packed;
  const mask = entries.find((entry) => entry.type === packed.mask)?.data;
  return [{ area: side * side, read: () => whole(() => unpack(data.subarray(skip), side, mask)) }];
}

/** Three planes, each in runs: up to 128 bytes as they are, or one byte up to 130 times. */
function unpack(packed: Buffer, side: number, mask: Buffer | undefined): Pixels {
  const count = side * side;
  const data = Buffer.alloc(count * 4, 255);
  let at = 0;
  for (let channel = 0; channel < 3; channel++) {
    for (let pixel = 0; pixel < count; ) {
      const control = packed.readUInt8(at++);
      const isRun = control >= 128;
      const length = isRun ? control - 125 : control + 1;
      for (let i = 0; i < length && pixel < count; i++, pixel++) {
        data[pixel * 4 + channel] = packed.readUInt8(isRun ? at : at + i);
      }
      at += isRun ? 1 : length;
    }
  }
  for (let pixel = 0; pixel < count; pixel++) data[pixel * 4 + 3] = mask?.[pixel] ?? 255;
  return { data, widthPx: side, heightPx: side, channels: 4 };
}
