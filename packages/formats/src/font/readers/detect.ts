import type { Content } from '../../detect/content.js';

/** Header and first tag of a table directory. */
const HEAD_BYTES = 16;
/** Versions of an OpenType file, which WOFF repeats behind its own magic number. */
const OUTLINES: Readonly<Record<string, string>> = { '\0\x01\0\0': 'ttf', true: 'ttf', OTTO: 'otf' };
const COLLECTION = 'ttcf';
const PACKED: Readonly<Record<string, string>> = { wOFF: 'woff', wOF2: 'woff2' };

/** Which font it is, of the catalogue or not. */
export async function seenFont(content: Content): Promise<string | undefined> {
  const head = content.head.subarray(0, HEAD_BYTES);
  const [magic, next] = [head.toString('latin1', 0, 4), head.toString('latin1', 4, 8)];
  const packed = PACKED[magic];
  if (packed) return next === COLLECTION ? 'ttc' : Object.hasOwn(OUTLINES, next) ? packed : undefined;
  // The magic numbers are also words: the number of tables behind them, below 256, begins with a NUL, as no text does.
  if (head.length < HEAD_BYTES || head[4] !== 0 || head[5] === 0) return undefined;
  if (magic === COLLECTION) return 'ttc';
  if (magic === 'typ1') return magic;
  const isTag = /^[ -~]{4}$/.test(head.toString('latin1', 12, 16));
  return isTag ? OUTLINES[magic] : undefined;
}
