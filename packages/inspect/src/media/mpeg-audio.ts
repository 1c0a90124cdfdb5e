import { readId3Covers, skipId3 } from './id3.js';
import type { MediaInfo } from './media-info.js';
import { corrupt, type Window } from './window.js';

/** ISO/IEC 11172-3 and 13818-3: kbit/s of layer III by index, for MPEG-1 and for MPEG-2 and 2.5. */
const KBPS_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const KBPS_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const HZ = [44_100, 48_000, 32_000];

interface Frame {
  readonly bytes: number;
  readonly kbps: number;
  readonly sampleRateHz: number;
  readonly channels: number;
  readonly samples: number;
  /** Side information before a Xing header. */
  readonly sideBytes: number;
}

/** The header of a layer III frame, or undefined if the four bytes are none. */
export function parseFrame(bytes: Buffer, at = 0): Frame | undefined {
  if (bytes.length < at + 4) return undefined;
  const word = bytes.readUInt32BE(at);
  const version = (word >>> 19) & 3;
  const isLayer3 = ((word >>> 17) & 3) === 1;
  const rateIndex = (word >>> 10) & 3;
  const kbps = (version === 3 ? KBPS_1 : KBPS_2)[(word >>> 12) & 15];
  if (word >>> 21 !== 0x7ff || version === 1 || !isLayer3 || rateIndex === 3 || !kbps) return undefined;
  // MPEG-1, MPEG-2 and MPEG-2.5 have the rates, half of them, and a quarter.
  const sampleRateHz = (HZ[rateIndex] as number) / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const samples = version === 3 ? 1152 : 576;
  const isMono = ((word >>> 6) & 3) === 3;
  return {
    bytes: Math.floor((samples * kbps * 125) / sampleRateHz) + ((word >>> 9) & 1),
    kbps,
    sampleRateHz,
    samples,
    channels: isMono ? 1 : 2,
    sideBytes: version === 3 ? (isMono ? 17 : 32) : isMono ? 9 : 17,
  };
}

/** How far behind a tag the first frame may lie: encoders pad. */
const SEARCH_BYTES = 65_536;
/** Frames in a row that make it MP3 and not chance. */
const FRAMES_IN_A_ROW = 3;

/** Offset of the first of three frames in a row, or undefined. */
export async function findFrames(
  window: Window,
  start: number,
  searchBytes: number,
): Promise<number | undefined> {
  const bytes = await window.read(start, searchBytes + 8192);
  const last = Math.min(searchBytes, bytes.length - 4);
  for (let at = bytes.indexOf(0xff); at >= 0 && at <= last; at = bytes.indexOf(0xff, at + 1)) {
    if (frameRun(bytes, at) >= FRAMES_IN_A_ROW || endsAfterFrames(window, start, bytes, at))
      return start + at;
  }
  return undefined;
}

function frameRun(bytes: Buffer, at: number): number {
  let next = at;
  for (let run = 0; run < FRAMES_IN_A_ROW; run++) {
    const frame = parseFrame(bytes, next);
    if (!frame) return run;
    next += frame.bytes;
  }
  return FRAMES_IN_A_ROW;
}

/** A sound of one or two frames fills its file exactly. */
function endsAfterFrames(window: Window, start: number, bytes: Buffer, at: number): boolean {
  let next = at;
  for (let frame = parseFrame(bytes, next); frame; frame = parseFrame(bytes, next)) next += frame.bytes;
  return next > at && start + next === window.sizeBytes;
}

/** Reads MP3: length from the Xing, Info or VBRI header, or from size and bit rate where there is none. */
export async function readMp3(window: Window): Promise<MediaInfo> {
  const start = await findFrames(window, await skipId3(window), SEARCH_BYTES);
  if (start === undefined) throw corrupt('it holds no sound');
  const first = parseFrame(await window.need(start, 4)) as Frame;
  const counted = readVbr(await window.read(start, 1024), first);
  if (counted?.bytes && start + counted.bytes > window.sizeBytes + first.bytes * 2)
    throw corrupt('it is cut short');
  const seconds = counted
    ? (counted.frames * first.samples - counted.paddingSamples) / first.sampleRateHz
    : (window.sizeBytes - start) / (first.kbps * 125);
  const kbps = counted ? ((window.sizeBytes - start) * 8) / 1000 / Math.max(seconds, 0.001) : first.kbps;
  return {
    durationMs: seconds * 1000,
    ...(!counted && { isDurationEstimated: true }),
    tracks: [
      {
        kind: 'audio',
        codec: 'mp3',
        sampleRateHz: first.sampleRateHz,
        channels: first.channels,
        bitrateKbps: Math.round(kbps),
      },
      ...(await readId3Covers(window)),
    ],
  };
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
  // Fraunhofer's header lies at a fixed place behind the frame header.
  if (bytes.toString('latin1', 36, 40) !== 'VBRI') return undefined;
  return { bytes: bytes.readUInt32BE(46), frames: bytes.readUInt32BE(50), paddingSamples: 0 };
}
