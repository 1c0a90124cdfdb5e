import { finds } from '../define/signature.js';
import type { KnownContent } from '../detect/known-content.js';
import { detectGzip, GZIP } from './readers/gzip.js';

/** One file packed with gzip: not an archive; refused with its name. */
export const gzip: KnownContent = { id: 'gz', signature: [finds(500, detectGzip, 'gz', GZIP)] };
