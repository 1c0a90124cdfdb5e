import { finds } from '../define/signature.js';
import type { KnownContent } from '../detect/known-content.js';
import { detectFont } from './readers/detect.js';

/** Font collections and Apple's PostScript fonts, which no engine reads; the refusal names them. */
export const otherFonts: readonly KnownContent[] = ['ttc', 'typ1'].map((id) => ({
  id,
  signature: [finds(650, detectFont, id)],
}));
