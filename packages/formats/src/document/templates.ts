import type { OfficeKind } from '../define/document-engines.js';
import { defineFormat, type FormatSpec } from '../define/format.js';
import { inspectPackage, packageSignature } from './readers/packages.js';

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN = 'application/vnd.oasis.opendocument';

/** Variants that differ from the plain format only in a content type; LibreOffice reads them with the same filter. */
interface Base {
  readonly as: OfficeKind;
  readonly filter: string;
  readonly extension: string;
}
const WORD: Base = { as: 'writer', filter: 'MS Word 2007 XML', extension: 'docx' };
const EXCEL: Base = { as: 'calc', filter: 'Calc MS Excel 2007 XML', extension: 'xlsx' };
const POWERPOINT: Base = { as: 'impress', filter: 'Impress MS PowerPoint 2007 XML', extension: 'pptx' };
const TEXT: Base = { as: 'writer', filter: 'writer8', extension: 'odt' };
const SHEETS: Base = { as: 'calc', filter: 'calc8', extension: 'ods' };
const SLIDES: Base = { as: 'impress', filter: 'impress8', extension: 'odp' };
const DRAWING: Base = { as: 'draw', filter: 'draw8', extension: 'odg' };

/** Templates, shows and documents with macros, which are never run and never written. */
const ROWS: readonly (readonly [id: string, base: Base, mimeType: string, exportFilter?: string])[] = [
  ['dotx', WORD, `${OFFICE}.wordprocessingml.template`, 'MS Word 2007 XML Template'],
  ['docm', WORD, 'application/vnd.ms-word.document.macroenabled.12'],
  ['dotm', WORD, 'application/vnd.ms-word.template.macroenabled.12'],
  ['xltx', EXCEL, `${OFFICE}.spreadsheetml.template`, 'Calc MS Excel 2007 XML Template'],
  ['xlsm', EXCEL, 'application/vnd.ms-excel.sheet.macroenabled.12'],
  ['xltm', EXCEL, 'application/vnd.ms-excel.template.macroenabled.12'],
  ['potx', POWERPOINT, `${OFFICE}.presentationml.template`, 'Impress MS PowerPoint 2007 XML Template'],
  ['potm', POWERPOINT, 'application/vnd.ms-powerpoint.template.macroenabled.12'],
  ['ppsx', POWERPOINT, `${OFFICE}.presentationml.slideshow`],
  ['ppsm', POWERPOINT, 'application/vnd.ms-powerpoint.slideshow.macroenabled.12'],
  ['pptm', POWERPOINT, 'application/vnd.ms-powerpoint.presentation.macroenabled.12'],
  ['ott', TEXT, `${OPEN}.text-template`, 'writer8_template'],
  ['ots', SHEETS, `${OPEN}.spreadsheet-template`, 'calc8_template'],
  ['otp', SLIDES, `${OPEN}.presentation-template`, 'impress8_template'],
  ['otg', DRAWING, `${OPEN}.graphics-template`, 'draw8_template'],
];

/** Templates without macros are outputs too; LibreOffice writes a show as a plain presentation. */
export const officeTemplates: readonly FormatSpec[] = ROWS.map(
  ([id, { as, filter, extension }, mimeType, exportFilter]) =>
    defineFormat({
      id,
      label: id.toUpperCase(),
      category: as === 'impress' ? 'presentation' : 'document',
      extensions: [id],
      mimeTypes: [mimeType],
      signature: packageSignature(id),
      sharesBytesWith: ['zip'],
      limits: inspectPackage,
      read: { libreoffice: { as, filters: [filter], extension, mend: 'zip' } },
      ...(exportFilter && { write: { libreoffice: { from: [as], filters: { [as]: exportFilter } } } }),
    }),
);

/** A workbook in binary records instead of XML: [MS-XLSB]. */
export const xlsb = defineFormat({
  id: 'xlsb',
  label: 'XLSB',
  category: 'document',
  extensions: ['xlsb'],
  mimeTypes: ['application/vnd.ms-excel.sheet.binary.macroenabled.12'],
  signature: packageSignature('xlsb'),
  sharesBytesWith: ['zip'],
  limits: inspectPackage,
  read: { libreoffice: { as: 'calc', filters: ['Calc MS Excel 2007 Binary'], mend: 'zip' } },
});
