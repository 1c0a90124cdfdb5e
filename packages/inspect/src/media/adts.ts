import { readId3Covers, skipId3 } from './id3.js';
import type { MediaInfo } from './media-info.js';
import { corrupt, type Window } from './window.js';

/** ISO/IEC 14496-3, sampling frequency index. */
const HZ = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
];
const SAMPLES = 1024;
const HEADER_BYTES = 7;
const FRAMES_IN_A_ROW = 3;
/** Frames are counted up to here, and the rest is reckoned from their mean size: there is no table. */
const COUNTED_BYTES = 16 * 1024 * 1024;

interface Frame {
  readonly bytes: number;
  readonly sampleRateHz: number;
  readonly channels: number;
  readonly blocks: number;
}

/** The header of an ADTS frame, or undefined if the bytes are none. */
function parseFrame(bytes: Buffer): Frame | undefined {
  if (bytes.length < HEADER_BYTES || bytes[0] !== 0xff || ((bytes[1] ?? 0) & 0xf6) !== 0xf0) return undefined;
  const sampleRateHz = HZ[((bytes[2] ?? 0) >> 2) & 15];
  const frameBytes = ((bytes.readUInt32BE(2) >>> 5) & 0x1fff) >>> 0;
  if (!sampleRateHz || frameBytes < HEADER_BYTES) return undefined;
  return {
    bytes: frameBytes,
    sampleRateHz,
    channels: (((bytes[2] ?? 0) & 1) << 2) | ((bytes[3] ?? 0) >> 6),
    blocks: ((bytes[6] ?? 0) & 3) + 1,
  };
}

/** Whether three frames in a row, or all that there is, stand at an offset. */
export async function isAdts(window: Window, start: number): Promise<boolean> {
  let offset = start;
  for (let run = 0; run < FRAMES_IN_A_ROW; run++) {
    const frame = parseFrame(await window.read(offset, HEADER_BYTES));
    if (!frame) return run > 0 && offset === window.sizeBytes;
    offset += frame.bytes;
  }
  return true;
}

/** Reads AAC in ADTS frames. */
export async function readAdts(window: Window): Promise<MediaInfo> {
  const start = await skipId3(window);
  const first = parseFrame(await window.read(start, HEADER_BYTES));
  if (!first) throw corrupt('it holds no sound');
  const end = Math.min(window.sizeBytes, start + COUNTED_BYTES);
  let offset = start;
  let samples = 0;
  while (offset < end) {
    const frame = parseFrame(await window.read(offset, HEADER_BYTES));
    if (!frame) break;
    samples += frame.blocks * SAMPLES;
    offset += frame.bytes;
  }
  const ofWhole = offset < end ? 1 : (window.sizeBytes - start) / (offset - start);
  const seconds = (samples / first.sampleRateHz) * ofWhole;
  return {
    durationMs: seconds * 1000,
    ...(ofWhole > 1 && { isDurationEstimated: true }),
    tracks: [
      {
        kind: 'audio',
        codec: 'aac',
        sampleRateHz: first.sampleRateHz,
        channels: first.channels,
        bitrateKbps: Math.round(
          ((offset - start) * 8) / 1000 / Math.max(samples / first.sampleRateHz, 0.001),
        ),
      },
      ...(await readId3Covers(window)),
    ],
  };
}
