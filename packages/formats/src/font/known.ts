import { finds } from '../define/signature.js';
import type { KnownContent } from '../detect/known-content.js';
import { seenFont } from './readers/detect.js';

/** Collections, and Apple's PostScript: fonts that no engine of ours reads, refused by their name. */
export const otherFonts: readonly KnownContent[] = ['ttc', 'typ1'].map((id) => ({
  id,
  signature: [finds(650, seenFont, id)],
}));
