import type { CitationsRead } from '../define/document-engines.js';
import { defineFormat, type FormatSpec } from '../define/format.js';
import { inspectText, TEXT_KINDS } from './readers/text.js';

interface Bibliography {
  readonly id: CitationsRead['reader'];
  readonly label: string;
  readonly mimeType: string;
}

const FORMATS: readonly Bibliography[] = [
  { id: 'bib', label: 'BibTeX', mimeType: 'application/x-bibtex' },
  { id: 'ris', label: 'RIS', mimeType: 'application/x-research-info-systems' },
  { id: 'enw', label: 'EndNote', mimeType: 'application/x-endnote-refer' },
];

/** Lists of references as the programs that keep them exchange them: text, which the file name alone tells apart. */
export const bibliographies: readonly FormatSpec[] = FORMATS.map(({ id, label, mimeType }) =>
  defineFormat({
    id,
    label,
    category: 'document',
    extensions: [id],
    mimeTypes: [mimeType],
    noSignature: true,
    sharesBytesWith: TEXT_KINDS,
    limits: inspectText,
    read: { citations: { as: 'references', reader: id } },
    write: { citations: { from: ['references'], writer: id } },
  }),
);

/**
 * The list as a web page, in the style of Chicago: between its reader and pandoc, which makes documents of it. Its name comes
 * before that of the data, so that it is preferred to their tables.
 */
export const citationPage = defineFormat({
  id: 'references',
  label: 'HTML',
  category: 'document',
  extensions: ['htmlr'],
  mimeTypes: ['text/html'],
  internal: true,
  read: { pandoc: { as: 'markup', source: 'page' } },
  write: { citations: { from: ['references'], writer: 'page' } },
});

/** The same as CSL-JSON, for tables and data. */
export const referenceData = defineFormat({
  id: 'csl',
  label: 'JSON',
  category: 'document',
  extensions: ['jsonr'],
  mimeTypes: ['application/vnd.citationstyles.csl+json'],
  internal: true,
  read: { data: { as: 'data', reader: 'json' } },
  write: { citations: { from: ['references'], writer: 'csl' } },
});
