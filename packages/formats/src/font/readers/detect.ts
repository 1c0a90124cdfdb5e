import type { Content } from '../../define/signature.js';

/** Header and first tag of a table directory. */
const HEAD_BYTES = 16;
/** Versions of an OpenType file, which WOFF repeats after its own magic number. */
const OUTLINES: Readonly<Record<string, string>> = { '\0\x01\0\0': 'ttf', true: 'ttf', OTTO: 'otf' };
const COLLECTION = 'ttcf';
const PACKED: Readonly<Record<string, string>> = { wOFF: 'woff', wOF2: 'woff2' };

/** The format of a font, or the id of known content. */
export async function detectFont(content: Content): Promise<string | undefined> {
  const head = content.head.subarray(0, HEAD_BYTES);
  const [magic, next] = [head.toString('latin1', 0, 4), head.toString('latin1', 4, 8)];
  const packed = PACKED[magic];
  if (packed) return next === COLLECTION ? 'ttc' : Object.hasOwn(OUTLINES, next) ? packed : undefined;
  // The magic numbers are also words. The table count after them is below 256, so it begins with a NUL; a text has none.
  if (head.length < HEAD_BYTES || head[4] !== 0 || head[5] === 0) return undefined;
  if (magic === COLLECTION) return 'ttc';
  if (magic === 'typ1') return magic;
  const isTag = /^[ -~]{4}$/.test(head.toString('latin1', 12, 16));
  return isTag ? OUTLINES[magic] : undefined;
}
