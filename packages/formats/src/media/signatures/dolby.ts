import { finds, type Signature } from '../../define/signature.js';
import { PRIORITY } from './priorities.js';

const SYNC = 0x0b77;
/** Bits per second of an AC-3 frame, in thousands, by half its size code: ETSI TS 102 366, table 4.13. */
const KBPS = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640];
/** Samples a second by the code of the frame. */
const RATES_HZ = [48_000, 44_100, 32_000];
const SAMPLES = 1_536;
/** Frames in a row that prove the format. */
const FRAMES = 3;

interface Frame {
  readonly id: 'ac3' | 'eac3';
  readonly bytes: number;
}

function frameAt(bytes: Buffer, at: number): Frame | undefined {
  if (at + 6 > bytes.length || bytes.readUInt16BE(at) !== SYNC) return undefined;
  const version = bytes.readUInt8(at + 5) >> 3;
  if (version > 10 && version <= 16) {
    return { id: 'eac3', bytes: ((bytes.readUInt16BE(at + 2) & 0x7ff) + 1) * 2 };
  }
  const code = bytes.readUInt8(at + 4);
  const [rateHz, kbps] = [RATES_HZ[code >> 6], KBPS[(code & 0x3f) >> 1]];
  if (version > 10 || rateHz === undefined || kbps === undefined) return undefined;
  const words = Math.floor((kbps * 1_000 * SAMPLES) / (rateHz * 16));
  return { id: 'ac3', bytes: (words + (rateHz === 44_100 ? code & 1 : 0)) * 2 };
}

async function findDolby({ head }: { readonly head: Buffer }): Promise<Frame['id'] | undefined> {
  let at = 0;
  let id: Frame['id'] | undefined;
  for (let count = 0; count < FRAMES; count++) {
    const frame = frameAt(head, at);
    if (!frame || (id !== undefined && frame.id !== id)) return undefined;
    id = frame.id;
    at += frame.bytes;
    if (at === head.length) break;
  }
  return id;
}

/** Consecutive frames of AC-3 or E-AC-3. */
export const dolbyFrames = (id: Frame['id']): Signature => finds(PRIORITY.dolby, findDolby, id);
