import { corrupt } from '../../bytes/byte-reader.js';
import { type Window } from '../../bytes/windows.js';
import type { MediaTrack } from '../../define/facts.js';
import { type FoundMedia, unknownCodec } from './header-reader.js';

/** Codec numbers of the Video File Format Specification, version 10. */
const PICTURE: Readonly<Record<number, string>> = {
  2: 'flv1',
  3: 'flashsv',
  4: 'vp6f',
  5: 'vp6a',
  6: 'flashsv2',
  7: 'h264',
};
const SOUND: Readonly<Record<number, string>> = {
  1: 'adpcm_swf',
  2: 'mp3',
  4: 'nellymoser',
  5: 'nellymoser',
  6: 'nellymoser',
  7: 'pcm_alaw',
  8: 'pcm_mulaw',
  10: 'aac',
  11: 'speex',
  14: 'mp3',
};

const TAG_HEADER_BYTES = 11;
const TAG = { audio: 8, video: 9, script: 18 } as const;
/** Tags that are checked for the first video and the first audio. */
const MAX_TAGS = 400;

/** Difference between the last tag and the script's duration above which the file counts as truncated. */
const LAST_TAG_TOLERANCE_MS = 1_000;
/**
 * The same for video, because a slide show displays pictures for seconds: a tag holds the decoding time of its picture,
 * which is up to three pictures before it is shown.
 */
const LAST_TAG_TOLERANCE_FRAMES = 4;

/** Reads Flash Video: which streams there are from the first tags, the duration from the last one. */
export async function readFlv(window: Window, found: FoundMedia): Promise<void> {
  const start = (await window.readExactly(0, 9)).readUInt32BE(5);
  const first: { audio?: MediaTrack; video?: MediaTrack } = {};
  let script: Buffer = Buffer.alloc(0);
  let offset = start + 4;
  for (let seen = 0; seen < MAX_TAGS && !(first.audio && first.video); seen++) {
    const head = await window.read(offset, TAG_HEADER_BYTES + 1);
    if (head.length < TAG_HEADER_BYTES + 1) break;
    const type = (head[0] ?? 0) & 0x1f;
    const sizeBytes = head.readUIntBE(1, 3);
    if (type === TAG.script && script.length === 0)
      script = await window.read(offset + TAG_HEADER_BYTES, Math.min(sizeBytes, 65_536));
    if (type === TAG.audio && sizeBytes > 0) first.audio ??= readSound(head[TAG_HEADER_BYTES] ?? 0);
    if (type === TAG.video && sizeBytes > 0) first.video ??= readPicture(head[TAG_HEADER_BYTES] ?? 0, script);
    offset += TAG_HEADER_BYTES + sizeBytes + 4;
  }
  found.tracks.push(...[first.video, first.audio].filter((track) => track !== undefined));
  const statedMs = (numberIn(script, 'duration') ?? 0) * 1000;
  const lastMs = await lastTimestampMs(window);
  const durationMs = Math.max(lastMs ?? 0, statedMs);
  if (durationMs > 0) found.durationMs = durationMs;
  const frameMs = 1000 / (numberIn(script, 'framerate') ?? Number.POSITIVE_INFINITY);
  const toleranceMs = Math.max(LAST_TAG_TOLERANCE_MS, LAST_TAG_TOLERANCE_FRAMES * frameMs);
  if (lastMs === undefined || lastMs + toleranceMs < statedMs) {
    found.endsEarly = true;
    throw corrupt('it is cut short');
  }
}

function readSound(flags: number): MediaTrack {
  const number = flags >> 4;
  const isPcm = number === 0 || number === 3;
  const codec = isPcm
    ? flags & 2
      ? 'pcm_s16le'
      : 'pcm_u8'
    : (SOUND[number] ?? unknownCodec(`flv${number}`));
  const rates = [5512, 11_025, 22_050, 44_100] as const;
  return {
    kind: 'audio',
    codec,
    // AAC is always marked as 44.1 kHz stereo, whatever it is.
    ...(codec !== 'aac' && { sampleRateHz: rates[(flags >> 2) & 3], channels: flags & 1 ? 2 : 1 }),
  };
}

function readPicture(flags: number, script: Buffer): MediaTrack {
  const widthPx = numberIn(script, 'width');
  const heightPx = numberIn(script, 'height');
  return {
    kind: 'video',
    codec: PICTURE[flags & 15] ?? unknownCodec(`flv${flags & 15}`),
    ...(widthPx && heightPx && { widthPx, heightPx }),
  };
}

/** A number of `onMetaData`, in AMF0: the length and name of the property, type 0, a double. */
function numberIn(script: Buffer, name: string): number | undefined {
  const at = script.indexOf(
    Buffer.concat([Buffer.from([0, name.length]), Buffer.from(name), Buffer.from([0])]),
  );
  const value = at + name.length + 3;
  if (at < 0 || value + 8 > script.length) return undefined;
  const number = script.readDoubleBE(value);
  return Number.isFinite(number) && number > 0 ? number : undefined;
}

/** Each tag is followed by its size, so the last one can be found from the end; undefined if it is not there. */
async function lastTimestampMs(window: Window): Promise<number | undefined> {
  const sizeBytes = (await window.readExactly(window.sizeBytes - 4, 4)).readUInt32BE(0);
  const at = window.sizeBytes - 4 - sizeBytes;
  const head = at > 0 ? await window.read(at, TAG_HEADER_BYTES) : Buffer.alloc(0);
  const isTag = head.length === TAG_HEADER_BYTES && head.readUIntBE(1, 3) + TAG_HEADER_BYTES === sizeBytes;
  return isTag ? head.readUIntBE(4, 3) + (head[7] ?? 0) * 2 ** 24 : undefined;
}
