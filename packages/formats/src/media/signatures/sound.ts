import { type Content, type Signature, shows } from '../../define/signature.js';
import { parseAdtsFrame } from '../readers/adts.js';
import { endOfAudio, skipId3 } from '../readers/id3.js';
import { parseMpegFrame } from '../readers/mpeg-audio.js';
import { PRIORITY } from './priorities.js';

/** Maximum distance of the first frame from a tag: encoders write padding. Four frames of any kind fit. */
const SEARCH_BYTES = 32_768;
const READ_BYTES = 65_536;
/** Consecutive frames that prove audio, if the first one begins a file or follows a tag. */
const FRAMES_BEHIND_TAG = 3;
/** The same if it may begin anywhere: frames of one kind and rate, found within the longest frame of MP3. */
const FRAMES_OF_A_CUT = 6;
const CUT_SEARCH_BYTES = 1_500;

/** Codecs without a container: each of their frames begins with its own header. */
const FRAMED = ['aac', 'mp3', 'mp2'] as const;
type Framed = (typeof FRAMED)[number];

interface FrameStart {
  readonly id: Framed;
  readonly bytes: number;
  readonly sampleRateHz: number;
}

function frameAt(bytes: Buffer, at: number): FrameStart | undefined {
  const adts = parseAdtsFrame(bytes, at);
  if (adts) return { id: 'aac', bytes: adts.bytes, sampleRateHz: adts.sampleRateHz };
  const mpeg = parseMpegFrame(bytes, at);
  if (!mpeg) return undefined;
  return { id: mpeg.layer === 3 ? 'mp3' : 'mp2', bytes: mpeg.bytes, sampleRateHz: mpeg.sampleRateHz };
}

/**
 * The kind of the first consecutive frames.
 *
 * @param last - highest offset at which the first of them may begin
 * @param endsAt - offset at which the audio must end: fewer frames that fill it exactly are enough
 */
function findRun(bytes: Buffer, last: number, frames: number, endsAt?: number): Framed | undefined {
  for (let at = bytes.indexOf(0xff); at >= 0 && at <= last; at = bytes.indexOf(0xff, at + 1)) {
    const first = frameAt(bytes, at);
    let next = at;
    for (let run = 0; first && run < frames; run++) {
      const frame = frameAt(bytes, next);
      if (frame?.id !== first.id || frame.sampleRateHz !== first.sampleRateHz) break;
      next += frame.bytes;
      if (run === frames - 1 || next === endsAt) return first.id;
    }
  }
  return undefined;
}

const isTagged = (head: Buffer): boolean => head.toString('latin1', 0, 3) === 'ID3';

/** What follows the tags at the beginning, or begins the file without one. */
async function findTagged(content: Content): Promise<Framed | 'flac' | 'wav' | undefined> {
  if (!isTagged(content.head) && content.head[0] !== 0xff) return undefined;
  const window = content.window;
  const start = await skipId3(window);
  const bytes = await window.read(start, READ_BYTES);
  const magic = bytes.toString('latin1', 0, 12);
  if (magic.startsWith('fLaC')) return 'flac';
  if (/^(RIFF|RF64)[\s\S]{4}WAVE/.test(magic)) return 'wav';
  const endsAt = start + bytes.length === window.sizeBytes ? endOfAudio(bytes) : undefined;
  return findRun(bytes, start > 0 ? SEARCH_BYTES : 0, FRAMES_BEHIND_TAG, endsAt);
}

/** Audio that begins in the middle of a frame, or after a tag with a wrong length. */
async function findCut({ head }: Content): Promise<Framed | undefined> {
  return findRun(head, isTagged(head) ? SEARCH_BYTES : CUT_SEARCH_BYTES, FRAMES_OF_A_CUT);
}

/** Audio after ID3 tags of any version and content, or that begins with its first frame. */
export const afterTags = (id: keyof typeof PRIORITY.tagged): Signature =>
  shows(PRIORITY.tagged[id], async (content) => (await content.once(findTagged)) === id);

/** Frames of audio that were cut out of a stream. */
export const framesCutFromStream = (id: Framed): Signature =>
  shows(PRIORITY.cut[id], async (content) => (await content.once(findCut)) === id);
