import { corrupt } from '../../bytes/byte-reader.js';
import { type Window } from '../../bytes/windows.js';
import type { FoundMedia } from './header-reader.js';
import { readId3Covers, skipId3 } from './id3.js';

/** ISO/IEC 14496-3, sampling frequency index. */
const HZ = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
];
const SAMPLES = 1024;
const HEADER_BYTES = 7;
/** Frames are counted up to here (8 minutes); the rest is estimated from their mean size, because there is no index. */
const COUNTED_FRAMES = 20_000;
/** Maximum distance of the first frame from a tag: encoders write padding. */
const SEARCH_BYTES = 65_536;

interface Frame {
  readonly bytes: number;
  readonly sampleRateHz: number;
  readonly channels: number;
  readonly blocks: number;
}

/** The header of an ADTS frame, or undefined if the bytes are not one. */
export function parseAdtsFrame(bytes: Buffer, at = 0): Frame | undefined {
  if (bytes.length < at + HEADER_BYTES) return undefined;
  if (bytes[at] !== 0xff || ((bytes[at + 1] ?? 0) & 0xf6) !== 0xf0) return undefined;
  const sampleRateHz = HZ[((bytes[at + 2] ?? 0) >> 2) & 15];
  const frameBytes = ((bytes.readUInt32BE(at + 2) >>> 5) & 0x1fff) >>> 0;
  if (!sampleRateHz || frameBytes < HEADER_BYTES) return undefined;
  return {
    bytes: frameBytes,
    sampleRateHz,
    channels: (((bytes[at + 2] ?? 0) & 1) << 2) | ((bytes[at + 3] ?? 0) >> 6),
    blocks: ((bytes[at + 6] ?? 0) & 3) + 1,
  };
}

/** Offset of the first frame header that another one follows, or undefined. */
async function findFirst(window: Window, start: number): Promise<number | undefined> {
  const bytes = await window.read(start, SEARCH_BYTES);
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const frame = parseAdtsFrame(bytes, at);
    if (!frame) continue;
    const next = at + frame.bytes;
    if (parseAdtsFrame(bytes, next) || start + next >= window.sizeBytes) return start + at;
  }
  return undefined;
}

/** Reads AAC in ADTS frames. */
export async function readAdts(window: Window, found: FoundMedia): Promise<void> {
  const start = await findFirst(window, await skipId3(window));
  const first = start === undefined ? undefined : parseAdtsFrame(await window.read(start, HEADER_BYTES));
  if (start === undefined || !first) throw corrupt('it holds no sound');
  let offset = start;
  let samples = 0;
  for (let frames = 0; frames < COUNTED_FRAMES && offset < window.sizeBytes; frames++) {
    const frame = parseAdtsFrame(await window.read(offset, HEADER_BYTES));
    if (!frame) break;
    samples += frame.blocks * SAMPLES;
    offset += frame.bytes;
  }
  const counted = samples / first.sampleRateHz;
  const ofWhole = (window.sizeBytes - start) / (offset - start);
  // More than a tag of 128 bytes at the end, or a truncated frame.
  const isPart = window.sizeBytes - offset > 128;
  found.durationMs = counted * (isPart ? ofWhole : 1) * 1000;
  if (isPart) found.isDurationEstimated = true;
  found.tracks.push({
    kind: 'audio',
    codec: 'aac',
    sampleRateHz: first.sampleRateHz,
    channels: first.channels,
    bitrateKbps: Math.round(((offset - start) * 8) / 1000 / Math.max(counted, 0.001)),
  });
  found.tracks.push(...(await readId3Covers(window, found)));
}
