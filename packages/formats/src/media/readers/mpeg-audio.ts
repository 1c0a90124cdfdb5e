import { corrupt } from '../../bytes/byte-reader.js';
import { type Window } from '../../bytes/windows.js';
import type { FoundMedia } from './header-reader.js';
import { endOfAudio, readId3Covers, skipId3 } from './id3.js';

/** ISO/IEC 11172-3 and 13818-3: kbit/s by index, by layer for MPEG-1, and for MPEG-2 and 2.5. */
const KBPS = {
  3: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  low: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const HZ = [44_100, 48_000, 32_000];

interface Frame {
  readonly layer: 2 | 3;
  readonly bytes: number;
  readonly kbps: number;
  readonly sampleRateHz: number;
  readonly channels: number;
  readonly samples: number;
  /** Side information before a Xing header. */
  readonly sideBytes: number;
}

/** The header of a frame of layer II or III, or undefined if the four bytes are not one. */
export function parseMpegFrame(bytes: Buffer, at = 0): Frame | undefined {
  if (bytes.length < at + 4) return undefined;
  const word = bytes.readUInt32BE(at);
  const version = (word >>> 19) & 3;
  const layerBits = (word >>> 17) & 3;
  const rateIndex = (word >>> 10) & 3;
  if (word >>> 21 !== 0x7ff || version === 1 || rateIndex === 3) return undefined;
  if (layerBits !== 1 && layerBits !== 2) return undefined;
  const layer = layerBits === 1 ? 3 : 2;
  const isFull = version === 3;
  const kbps = KBPS[isFull ? layer : 'low'][(word >>> 12) & 15];
  if (!kbps) return undefined;
  // MPEG-1, MPEG-2 and MPEG-2.5 have these sample rates, half of them, and a quarter.
  const sampleRateHz = (HZ[rateIndex] as number) / (isFull ? 1 : version === 2 ? 2 : 4);
  const samples = isFull || layer === 2 ? 1152 : 576;
  const isMono = ((word >>> 6) & 3) === 3;
  return {
    layer,
    bytes: Math.floor((samples * kbps * 125) / sampleRateHz) + ((word >>> 9) & 1),
    kbps,
    sampleRateHz,
    samples,
    channels: isMono ? 1 : 2,
    sideBytes: isFull ? (isMono ? 17 : 32) : isMono ? 9 : 17,
  };
}

/** Maximum distance of the first frame from a tag: encoders write padding. */
const SEARCH_BYTES = 65_536;
const FRAMES_IN_A_ROW = 3;

/**
 * Offset of the first of three consecutive frames, or of one or two that fill the file except for tags; undefined if
 * none.
 */
async function findFrames(window: Window, start: number): Promise<number | undefined> {
  const bytes = await window.read(start, SEARCH_BYTES + 8192);
  const end = start + bytes.length === window.sizeBytes ? endOfAudio(bytes) : undefined;
  for (let at = bytes.indexOf(0xff); at >= 0 && at <= SEARCH_BYTES; at = bytes.indexOf(0xff, at + 1)) {
    let next = at;
    for (let run = 0; run < FRAMES_IN_A_ROW; run++) {
      const frame = parseMpegFrame(bytes, next);
      if (!frame) break;
      next += frame.bytes;
      if (run === FRAMES_IN_A_ROW - 1 || next === end) return start + at;
    }
  }
  return undefined;
}

/** Reads MP3 and MP2: duration from the Xing, Info or VBRI header, or from size and bit rate if there is none. */
export async function readMpegAudio(window: Window, found: FoundMedia): Promise<void> {
  const start = await findFrames(window, await skipId3(window));
  const first = start === undefined ? undefined : parseMpegFrame(await window.read(start, 4));
  if (start === undefined || !first) throw corrupt('it holds no sound');
  const counted = readVbr(await window.read(start, 1024), first);
  const seconds = counted
    ? (counted.frames * first.samples - counted.paddingSamples) / first.sampleRateHz
    : (window.sizeBytes - start) / (first.kbps * 125);
  const kbps = counted ? ((window.sizeBytes - start) * 8) / 1000 / Math.max(seconds, 0.001) : first.kbps;
  found.durationMs = seconds * 1000;
  if (!counted) found.isDurationEstimated = true;
  found.tracks.push({
    kind: 'audio',
    codec: first.layer === 3 ? 'mp3' : 'mp2',
    sampleRateHz: first.sampleRateHz,
    channels: first.channels,
    bitrateKbps: Math.round(kbps),
  });
  found.tracks.push(...(await readId3Covers(window, found)));
  if (!counted?.bytes) return;
  // Some writers count the first frame, some do not.
  const end = start + counted.bytes;
  if (end + first.bytes * 2 < window.sizeBytes) found.hasTail = true;
  if (end <= window.sizeBytes + first.bytes * 2) return;
  found.endsEarly = true;
  throw corrupt('it is cut short');
}

interface Counted {
  readonly frames: number;
  readonly bytes?: number;
  /** Delay and padding that the encoder added, from the LAME part of the header. */
  readonly paddingSamples: number;
}

function readVbr(bytes: Buffer, frame: Frame): Counted | undefined {
  const xing = 4 + frame.sideBytes;
  if (bytes.length < xing + 160) return undefined;
  if (['Xing', 'Info'].includes(bytes.toString('latin1', xing, xing + 4))) {
    const flags = bytes.readUInt32BE(xing + 4);
    if ((flags & 1) === 0) return undefined;
    const isLame = /^(LAME|Lavc|Lavf)/.test(bytes.toString('latin1', xing + 120, xing + 124));
    const delays = isLame ? bytes.readUIntBE(xing + 141, 3) : 0;
    return {
      frames: bytes.readUInt32BE(xing + 8),
      ...(flags & 2 && { bytes: bytes.readUInt32BE(xing + 12) }),
      paddingSamples: (delays >> 12) + (delays & 0xfff),
    };
  }
  // Fraunhofer's header has a fixed distance from the frame header.
  if (bytes.toString('latin1', 36, 40) !== 'VBRI') return undefined;
  return { bytes: bytes.readUInt32BE(46), frames: bytes.readUInt32BE(50), paddingSamples: 0 };
}
