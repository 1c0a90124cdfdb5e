import { defineFormat } from '../define/format.js';
import { at } from '../define/signature.js';
import { inspectDoc, oleSignature } from './readers/binary.js';

/** Word 2 wrote no compound file: `wIdent` and `nFib` of its header. */
const WORD_2 = '\xdb\xa5\x2d\0';

/** Word 97 to 2003, MS-DOC. */
export const doc = defineFormat({
  id: 'doc',
  label: 'DOC',
  category: 'document',
  extensions: ['doc', 'dot'],
  mimeTypes: ['application/msword'],
  signature: [oleSignature('doc'), at(0, WORD_2)],
  sharesBytesWith: ['ole'],
  limits: inspectDoc,
  read: { libreoffice: { as: 'writer', filters: ['MS Word 97', 'MS Word 95', 'MS WinWord 5'], mend: 'ole' } },
  write: { libreoffice: { from: ['writer'], filters: { writer: 'MS Word 97' } } },
});
