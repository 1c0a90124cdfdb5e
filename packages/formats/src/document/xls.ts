import { defineFormat } from '../define/format.js';
import { at } from '../define/signature.js';
import { inspectXls, oleSignature } from './readers/binary.js';

/**
 * The first record of a workbook outside a compound file: BIFF2 to 4, BIFF5 and 8. OpenOffice's "Excel File Format",
 * 5.8.
 */
const BARE = ['\x09\0\x04\0', '\x09\x02\x06\0', '\x09\x04\x06\0', '\x09\x08\x08\0', '\x09\x08\x10\0'];

/** Excel 97 to 2003, MS-XLS. */
export const xls = defineFormat({
  id: 'xls',
  label: 'XLS',
  category: 'document',
  extensions: ['xls', 'xlt'],
  mimeTypes: ['application/vnd.ms-excel'],
  signature: [oleSignature('xls'), ...BARE.map((start) => at(0, start))],
  sharesBytesWith: ['ole'],
  limits: inspectXls,
  read: { libreoffice: { as: 'calc', filters: ['MS Excel 97'], mend: 'ole' } },
  write: { libreoffice: { from: ['calc'], filters: { calc: 'MS Excel 97' } } },
});
