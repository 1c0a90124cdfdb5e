import { defineFormat, type FormatSpec } from '../define/format.js';
import { inspectPackage } from './readers/packages.js';

const ROWS: readonly (readonly [id: string, label: string, mimeType: string])[] = [
  ['xps', 'XPS', 'application/vnd.ms-xpsdocument'],
  ['oxps', 'OpenXPS', 'application/oxps'],
];

/** Printed pages of Windows, and the same as ECMA-388 has them. Nothing but the file name tells them from other packages. */
export const printedPages: readonly FormatSpec[] = ROWS.map(([id, label, mimeType]) =>
  defineFormat({
    id,
    label,
    category: 'document',
    extensions: [id],
    mimeTypes: [mimeType],
    noSignature: true,
    sharesBytesWith: ['zip'],
    limits: inspectPackage,
    holds: ['text', 'formatting', 'layout', 'links', 'pictures', 'vectors', 'fonts'],
    read: { mutool: { as: 'pages' } },
  }),
);
