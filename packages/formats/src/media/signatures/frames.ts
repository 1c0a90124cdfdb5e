import { type Content, finds, type Signature } from '../../define/signature.js';
import { PRIORITY } from './priorities.js';

const GSM_BYTES = 33;
/** Frames whose first four bits prove GSM: by chance one file in four thousand million has them. */
const GSM_FRAMES = 8;

/** GSM full rate has no header, but each frame begins with the same four bits. */
export const isGsm = ({ head, sizeBytes }: Content): boolean =>
  sizeBytes >= GSM_BYTES * GSM_FRAMES &&
  Array.from({ length: GSM_FRAMES }, (_, index) => (head[index * GSM_BYTES] ?? 0) >> 4).every(
    (mark) => mark === 0xd,
  );

/** Frames in a row that prove a stream. */
const FRAMES = 4;

/** Bytes of the frame at an offset; undefined if none begins there. */
type FrameBytes = (bytes: Buffer, at: number) => number | undefined;

/** LOAS, ISO/IEC 14496-3: 11 bits of a mark, 13 of a length. */
const loasFrame: FrameBytes = (bytes, at) =>
  at + 3 <= bytes.length && bytes.readUInt16BE(at) >> 5 === 0x2b7
    ? (bytes.readUIntBE(at, 3) & 0x1fff) + 3
    : undefined;

/** SBC, of the A2DP specification, table 12.13 and section 12.9. */
const sbcFrame: FrameBytes = (bytes, at) => {
  if (at + 3 > bytes.length || bytes[at] !== 0x9c) return undefined;
  const setting = bytes.readUInt8(at + 1);
  const bitpool = bytes.readUInt8(at + 2);
  const subbands = setting & 1 ? 8 : 4;
  const blocks = (((setting >> 4) & 3) + 1) * 4;
  const mode = (setting >> 2) & 3;
  const channels = mode === 0 ? 1 : 2;
  const bits = mode < 2 ? blocks * channels * bitpool : (mode === 3 ? subbands : 0) + blocks * bitpool;
  return 4 + (subbands * channels) / 2 + Math.ceil(bits / 8);
};

const KINDS = [
  ['latm', loasFrame],
  ['sbc', sbcFrame],
] as const;
type Kind = (typeof KINDS)[number][0];

async function findFramed({ head }: Content): Promise<Kind | undefined> {
  return KINDS.find(([, frameBytes]) => {
    let at = 0;
    for (let count = 0; count < FRAMES; count++) {
      const bytes = frameBytes(head, at);
      if (bytes === undefined) return false;
      at += bytes;
    }
    return true;
  })?.[0];
}

/** Consecutive frames of one of these codecs from the first byte on. */
export const framesOf = (kind: Kind): Signature => finds(PRIORITY.framed, findFramed, kind);
