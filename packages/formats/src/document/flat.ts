import type { OfficeKind } from '../define/document-engines.js';
import { defineFormat, type FormatSpec } from '../define/format.js';
import { finds } from '../define/signature.js';
import { detectTextKind, inspectText } from './readers/text.js';

const ROWS: readonly (readonly [id: string, as: OfficeKind, kind: string, filter: string])[] = [
  ['fodt', 'writer', 'text', 'OpenDocument Text Flat XML'],
  ['fodp', 'impress', 'presentation', 'OpenDocument Presentation Flat XML'],
  ['fodg', 'draw', 'graphics', 'OpenDocument Drawing Flat XML'],
];

/** OpenDocument in one XML file instead of a package. */
export const flatDocuments: readonly FormatSpec[] = ROWS.map(([id, as, kind, filter]) =>
  defineFormat({
    id,
    label: `Flat ${id.slice(1).toUpperCase()}`,
    category: as === 'impress' ? 'presentation' : 'document',
    extensions: [id],
    mimeTypes: [`application/vnd.oasis.opendocument.${kind}-flat-xml`],
    signature: [finds(100, detectTextKind, id)],
    limits: inspectText,
    read: { libreoffice: { as, filters: [filter] } },
    write: { libreoffice: { from: [as], filters: { [as]: filter } } },
  }),
);
