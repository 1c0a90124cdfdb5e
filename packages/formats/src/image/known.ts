import type { KnownContent } from '../define/format.js';
import { at, shows } from '../define/signature.js';
import { rootNameOf } from './readers/svg.js';

const marked = (id: string, ...marks: readonly string[]): KnownContent => ({
  id,
  signature: marks.map((mark) => at(0, mark, 700)),
});

/** Pictures outside the catalogue; the refusal names them. */
export const otherPictures: readonly KnownContent[] = [
  // Photoshop's large documents.
  marked('psb', '8BPS\0\x02'),
];

const MAGICK_SCRIPT = /^\s*(?:push\s+graphic-context|viewbox\s+-?\d)/;
const MAGICK_ROOTS = new Set(['msl', 'image', 'read', 'group']);

/** Script languages that ImageMagick runs when they are named like a picture. */
export const magickScripts: readonly KnownContent[] = [
  {
    id: 'mvg',
    signature: [shows(693, ({ head }) => MAGICK_SCRIPT.test(head.toString('latin1', 0, 4_096)))],
  },
  {
    id: 'msl',
    signature: [shows(692, async (content) => MAGICK_ROOTS.has((await content.once(rootNameOf)) ?? ''))],
  },
];
