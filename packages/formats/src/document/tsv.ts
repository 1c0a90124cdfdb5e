import { defineFormat } from '../define/format.js';
import { inspectText, TEXT_KINDS } from './readers/text.js';

/** Tab-separated values, in any encoding; quotes are read as in CSV. */
export const tsv = defineFormat({
  id: 'tsv',
  label: 'TSV',
  category: 'document',
  extensions: ['tsv', 'tab'],
  mimeTypes: ['text/tab-separated-values'],
  noSignature: true,
  sharesBytesWith: TEXT_KINDS,
  limits: inspectText,
  read: { csv: { as: 'table', delimiter: '\t' }, data: { as: 'data', reader: 'tsv' } },
  write: { data: { from: ['data', 'tables'], writer: 'tsv' } },
});
