import { coverCodec } from './codecs.js';
import { skipId3 } from './id3.js';
import type { MediaInfo, MediaTrack } from './media-info.js';
import { corrupt, type Window } from './window.js';

/** Metadata block types of RFC 9639. */
const BLOCK = { streamInfo: 0, picture: 6 } as const;
const MAX_BLOCKS = 128;
/** Largest frame that is looked for at the end when the header does not say. */
const MAX_FRAME_BYTES = 262_144;

export interface StreamInfo {
  readonly maxBlockSamples: number;
  readonly minBlockSamples: number;
  readonly maxFrameBytes: number;
  readonly sampleRateHz: number;
  readonly channels: number;
  readonly sampleBits: number;
  /** 0 when unknown. */
  readonly samples: number;
}

/** @param bytes - the 34 bytes of STREAMINFO */
export function readStreamInfo(bytes: Buffer): StreamInfo {
  const packed = bytes.readBigUInt64BE(10);
  return {
    minBlockSamples: bytes.readUInt16BE(0),
    maxBlockSamples: bytes.readUInt16BE(2),
    maxFrameBytes: bytes.readUIntBE(7, 3),
    sampleRateHz: Number(packed >> 44n),
    channels: Number((packed >> 41n) & 7n) + 1,
    sampleBits: Number((packed >> 36n) & 31n) + 1,
    samples: Number(packed & 0xf_ffff_ffffn),
  };
}

/** Reads FLAC, and checks that its last frame is there. */
export async function readFlac(window: Window): Promise<MediaInfo> {
  let offset = (await skipId3(window)) + 4;
  let info: StreamInfo | undefined;
  const covers: MediaTrack[] = [];
  for (let blocks = 0; ; blocks++) {
    if (blocks > MAX_BLOCKS) throw corrupt('it has too many metadata blocks');
    const head = await window.need(offset, 4);
    const type = (head[0] ?? 0) & 0x7f;
    const size = head.readUIntBE(1, 3);
    if (offset + 4 + size > window.sizeBytes) throw corrupt('a metadata block is cut short');
    if (type === BLOCK.streamInfo) info = readStreamInfo(await window.need(offset + 4, 34));
    if (type === BLOCK.picture) covers.push(await readPicture(window, offset + 4));
    offset += 4 + size;
    if ((head[0] ?? 0) & 0x80) break;
  }
  if (!info || info.sampleRateHz === 0) throw corrupt('its stream information is missing');
  await checkEnd(window, offset, info);
  const { sampleRateHz, channels, sampleBits, samples } = info;
  return {
    tracks: [{ kind: 'audio', codec: 'flac', sampleRateHz, channels, sampleBits }, ...covers],
    ...(samples > 0 && { durationMs: (samples / sampleRateHz) * 1000 }),
  };
}

async function readPicture(window: Window, start: number): Promise<MediaTrack> {
  const typeBytes = (await window.need(start + 4, 4)).readUInt32BE(0);
  const textAt = start + 8 + typeBytes;
  const textBytes = (await window.need(textAt, 4)).readUInt32BE(0);
  const picture = await window.need(textAt + 4 + textBytes + 20, 8);
  return { kind: 'video', codec: coverCodec(picture), isCover: true };
}

/**
 * Finds the last frame header, whose number tells how far the sound goes. Only files of one block size number their
 * frames; with others the check is left out.
 *
 * @throws {AppError} FILE_CORRUPT if samples that the header promises are missing
 */
async function checkEnd(window: Window, start: number, info: StreamInfo): Promise<void> {
  if (info.samples === 0 || info.minBlockSamples !== info.maxBlockSamples) return;
  const tailBytes = Math.min(2 * (info.maxFrameBytes || MAX_FRAME_BYTES), window.sizeBytes - start);
  const tail = await window.read(window.sizeBytes - tailBytes, tailBytes);
  for (let at = tail.lastIndexOf(0xff); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(0xff, at - 1)) {
    const number = frameNumber(tail.subarray(at, at + 16));
    if (number === undefined) continue;
    if ((number + 1) * info.maxBlockSamples < info.samples) throw corrupt('it is cut short');
    return;
  }
  throw corrupt('it is cut short');
}

/** Number of the frame whose header the bytes are, proved by its checksum; else undefined. */
function frameNumber(bytes: Buffer): number | undefined {
  const IS_FIXED_BLOCK = 0xf8;
  if (bytes.length < 6 || bytes[0] !== 0xff || bytes[1] !== IS_FIXED_BLOCK) return undefined;
  const ones = Math.clz32(~((bytes[4] ?? 0) << 24));
  if (ones === 1 || ones > 7) return undefined;
  let number = ones === 0 ? (bytes[4] ?? 0) : (bytes[4] ?? 0) & (0x7f >> ones);
  const more = Math.max(0, ones - 1);
  for (let index = 1; index <= more; index++) number = number * 64 + ((bytes[4 + index] ?? 0) & 0x3f);
  const blockCode = (bytes[2] ?? 0) >> 4;
  const rateCode = (bytes[2] ?? 0) & 15;
  const extra =
    (blockCode === 6 ? 1 : blockCode === 7 ? 2 : 0) + (rateCode === 12 ? 1 : rateCode > 12 ? 2 : 0);
  const checksumAt = 5 + more + extra;
  return checksumAt < bytes.length && crc8(bytes.subarray(0, checksumAt)) === bytes[checksumAt]
    ? number
    : undefined;
}

/** Polynomial x⁸ + x² + x + 1, RFC 9639 section 9.1.8. */
function crc8(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? ((crc << 1) ^ 0x07) & 0xff : (crc << 1) & 0xff;
  }
  return crc;
}
