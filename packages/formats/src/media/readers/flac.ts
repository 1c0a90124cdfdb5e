import { corrupt } from '../../bytes/byte-reader.js';
import { type Window } from '../../bytes/windows.js';
import type { MediaTrack } from '../../define/facts.js';
import { coverCodec } from './codecs.js';
import type { FoundMedia } from './header-reader.js';
import { skipId3 } from './id3.js';

/** Metadata block types of RFC 9639. */
const BLOCK = { streamInfo: 0, picture: 6 } as const;
const MAX_BLOCKS = 128;
const MAX_COVERS = 64;
/** The last frame is searched for in this many bytes at the end; a larger one is not found, and no damage is reported. */
const MAX_TAIL_BYTES = 1024 * 1024;
const PIECE_BYTES = 65_536;
/** Length of a frame header. */
const MAX_FRAME_HEADER_BYTES = 16;
/** Candidates for a frame header in the tail; random data produces one in 65,536 bytes. */
const MAX_CANDIDATES = 1_000;

/** The metadata block STREAMINFO of FLAC. */
interface StreamInfo {
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

/** Reads FLAC, and whether its last frame is present. */
export async function readFlac(window: Window, found: FoundMedia): Promise<void> {
  let offset = (await skipId3(window)) + 4;
  let info: StreamInfo | undefined;
  const covers: MediaTrack[] = [];
  for (let blocks = 0; blocks < MAX_BLOCKS; blocks++) {
    const head = await window.read(offset, 4);
    if (head.length < 4) break;
    const type = (head[0] ?? 0) & 0x7f;
    const size = head.readUIntBE(1, 3);
    if (type === BLOCK.streamInfo && !info) {
      info = readStreamInfo(await window.readExactly(offset + 4, 34));
      const { sampleRateHz, channels, sampleBits, samples } = info;
      if (sampleRateHz === 0) throw corrupt('its stream information is missing');
      found.tracks.push({ kind: 'audio', codec: 'flac', sampleRateHz, channels, sampleBits });
      if (samples > 0) found.durationMs = (samples / sampleRateHz) * 1000;
    }
    if (type === BLOCK.picture && covers.length < MAX_COVERS) {
      covers.push(await readPicture(window, offset + 4));
    }
    offset += 4 + size;
    if ((head[0] ?? 0) & 0x80) break;
  }
  found.tracks.push(...covers);
  if (!info) throw corrupt('its stream information is missing');
  if (offset >= window.sizeBytes || (await endsBefore(window, offset, info))) {
    found.endsEarly = true;
    throw corrupt('it is cut short');
  }
}

async function readPicture(window: Window, start: number): Promise<MediaTrack> {
  const typeBytes = (await window.readExactly(start + 4, 4)).readUInt32BE(0);
  const textAt = start + 8 + typeBytes;
  const textBytes = (await window.readExactly(textAt, 4)).readUInt32BE(0);
  const picture = await window.readExactly(textAt + 4 + textBytes + 20, 8);
  return { kind: 'video', codec: coverCodec(picture), isCover: true };
}

/**
 * Whether declared samples are missing, by the number of the last frame. Only files with a fixed block size number their
 * frames; for others, and if no frame is found near the end, no damage is reported.
 */
async function endsBefore(window: Window, start: number, info: StreamInfo): Promise<boolean> {
  if (info.samples === 0 || info.minBlockSamples !== info.maxBlockSamples) return false;
  const number = await lastFrameNumber(window, start);
  return number !== undefined && (number + 1) * info.maxBlockSamples < info.samples;
}

/** The first two bytes of a frame in a file with a fixed block size. */
const SYNC = Buffer.from([0xff, 0xf8]);

/** Searches the end of the file in steps, from the last one on. */
async function lastFrameNumber(window: Window, start: number): Promise<number | undefined> {
  const least = Math.max(start, window.sizeBytes - MAX_TAIL_BYTES);
  let candidates = 0;
  for (let end = window.sizeBytes; end > least; end -= PIECE_BYTES) {
    const from = Math.max(least, end - PIECE_BYTES);
    const piece = await window.read(from, end - from + MAX_FRAME_HEADER_BYTES);
    let number: number | undefined;
    for (let at = piece.indexOf(SYNC); at >= 0 && at < end - from; at = piece.indexOf(SYNC, at + 1)) {
      if (++candidates > MAX_CANDIDATES) return undefined;
      number = frameNumber(piece.subarray(at, at + MAX_FRAME_HEADER_BYTES)) ?? number;
    }
    if (number !== undefined) return number;
  }
  return undefined;
}

/** Number of the frame whose header the bytes are, verified by its checksum; else undefined. */
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
