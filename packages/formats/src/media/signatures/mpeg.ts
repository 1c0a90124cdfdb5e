import { type Content, finds, type Signature, shows } from '../../define/signature.js';
import { PRIORITY } from './priorities.js';

const PACK_START = 0x1ba;
const SYSTEM_START = 0x1bb;

/** MPEG program stream: a pack header, then a system header, a packet or another pack. */
export const programStream: Signature = shows(PRIORITY.mpegProgram, ({ head }) => {
  if (head.length < 32 || head.readUInt32BE(0) !== PACK_START) return false;
  const mark = head.readUInt8(4);
  const isMpeg2 = mark >> 6 === 1;
  if (!isMpeg2 && mark >> 4 !== 2) return false;
  const next = isMpeg2 ? 14 + (head.readUInt8(13) & 7) : 12;
  return (
    next + 4 <= head.length &&
    head.readUInt32BE(next) >= PACK_START &&
    head.readUInt32BE(next) <= SYSTEM_START + 0x44
  );
});

const SEQUENCE = 0x1b3;
const SEQUENCE_EXTENSION = 0x1b5;
/** The extension follows the first header within two matrices and some bytes of padding. */
const HEADER_BYTES = 512;

async function findMpegVideo({ head }: Content): Promise<'m1v' | 'm2v' | undefined> {
  if (head.length < 12 || head.readUInt32BE(0) !== SEQUENCE) return undefined;
  const next = head.subarray(0, HEADER_BYTES).indexOf('\0\0\x01', 8, 'latin1');
  const isMpeg2 = next >= 0 && next + 4 <= head.length && head.readUInt32BE(next) === SEQUENCE_EXTENSION;
  return isMpeg2 ? 'm2v' : 'm1v';
}

/** A sequence header, which MPEG-2 extends. */
export const mpegVideo = (id: 'm1v' | 'm2v'): Signature => finds(PRIORITY.mpegVideo, findMpegVideo, id);

const SYNC = 0x47;
/** Packets in a row that prove a transport stream. */
const PACKETS = 5;

/** Packets of 188 bytes, or of 192 with a time before each. */
const PACKINGS = [
  { id: 'ts', bytes: 188, before: 0 },
  { id: 'm2ts', bytes: 192, before: 4 },
] as const;

async function findPacking({ head }: Content): Promise<'ts' | 'm2ts' | undefined> {
  return PACKINGS.find(({ bytes, before }) => {
    const count = Math.min(PACKETS, Math.floor(head.length / bytes));
    return (
      count >= 3 &&
      Array.from({ length: count }, (_, index) => head[before + index * bytes]).every((byte) => byte === SYNC)
    );
  })?.id;
}

/** MPEG transport stream, by the first byte of each packet. */
export const transportStream = (id: 'ts' | 'm2ts'): Signature =>
  finds(PRIORITY.mpegTransport, findPacking, id);
