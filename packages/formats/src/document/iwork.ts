import type { OfficeKind } from '../define/document-engines.js';
import { defineFormat, type FormatSpec } from '../define/format.js';
import { inspectPackage } from './readers/packages.js';

const ROWS: readonly (readonly [id: string, label: string, as: OfficeKind, filter: string])[] = [
  ['pages', 'Pages', 'writer', 'Apple Pages'],
  ['numbers', 'Numbers', 'calc', 'Apple Numbers'],
  ['key', 'Keynote', 'impress', 'Apple Keynote'],
];

/** Apple's iWork. The three have parts of the same names, so the file name decides. */
export const iwork: readonly FormatSpec[] = ROWS.map(([id, label, as, filter]) =>
  defineFormat({
    id,
    label,
    category: as === 'impress' ? 'presentation' : 'document',
    extensions: [id],
    mimeTypes: [`application/vnd.apple.${id === 'key' ? 'keynote' : id}`],
    noSignature: true,
    sharesBytesWith: ['zip'],
    limits: inspectPackage,
    read: { libreoffice: { as, filters: [filter], mend: 'zip' } },
  }),
);
