import type { OfficeKind } from '../define/document-engines.js';
import { defineFormat, type FormatSpec } from '../define/format.js';
import { inspectBinary, oleSignature } from './readers/binary.js';
import { inspectPackage, packageSignature } from './readers/packages.js';

const categoryOf = (as: OfficeKind) => (as === 'impress' ? 'presentation' : 'document');

/** Id, kind, and the words of its media type and of LibreOffice's filter. */
type Row = readonly [id: string, as: OfficeKind, mimeType: string, filter: string];

const PACKAGES: readonly Row[] = [
  ['sxw', 'writer', 'writer', 'StarOffice XML (Writer)'],
  ['stw', 'writer', 'writer.template', 'writer_StarOffice_XML_Writer_Template'],
  ['sxc', 'calc', 'calc', 'StarOffice XML (Calc)'],
  ['stc', 'calc', 'calc.template', 'calc_StarOffice_XML_Calc_Template'],
  ['sxi', 'impress', 'impress', 'StarOffice XML (Impress)'],
  ['sxd', 'draw', 'draw', 'StarOffice XML (Draw)'],
];

/** StarOffice 6 and OpenOffice 1, before OpenDocument: nothing writes them any more. */
export const starOfficePackages: readonly FormatSpec[] = PACKAGES.map(([id, as, mimeType, filter]) =>
  defineFormat({
    id,
    label: id.toUpperCase(),
    category: categoryOf(as),
    extensions: [id],
    mimeTypes: [`application/vnd.sun.xml.${mimeType}`],
    signature: packageSignature(id),
    sharesBytesWith: ['zip'],
    limits: inspectPackage,
    read: { libreoffice: { as, filters: [filter], mend: 'zip' } },
  }),
);

const BINARIES: readonly Row[] = [
  ['sdw', 'writer', 'writer', 'StarOffice_Writer'],
  ['sdc', 'calc', 'calc', 'StarOffice_Spreadsheet'],
  ['sdd', 'impress', 'impress', 'StarOffice_Presentation'],
  ['sda', 'draw', 'draw', 'StarOffice_Drawing'],
];

/** StarOffice 3 to 5. */
export const starOfficeBinaries: readonly FormatSpec[] = BINARIES.map(([id, as, mimeType, filter]) =>
  defineFormat({
    id,
    label: id.toUpperCase(),
    category: categoryOf(as),
    extensions: [id],
    mimeTypes: [`application/vnd.stardivision.${mimeType}`],
    // A drawing has the streams of a presentation.
    ...(id === 'sda' ? { noSignature: true } : { signature: [oleSignature(id)] }),
    sharesBytesWith: id === 'sda' ? ['ole', 'sdd'] : ['ole'],
    limits: inspectBinary(id === 'sda' ? 'sdd' : id),
    read: { libreoffice: { as, filters: [filter], mend: 'ole' } },
  }),
);
