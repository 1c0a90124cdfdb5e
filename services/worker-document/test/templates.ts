import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
// Imported by a name that Node itself resolves: `npm run fuzz` reads this file without a compiler.
import { zip } from './hostile.ts';

/** Templates, shows and documents with macros: a plain sample with a changed content type. */

const fixture = (name: string): string => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
const OFFICE = 'application/vnd.openxmlformats-officedocument';
const PLAIN: Readonly<Record<string, string>> = {
  'text.docx': `${OFFICE}.wordprocessingml.document`,
  'cells.xlsx': `${OFFICE}.spreadsheetml.sheet`,
  'slides.pptx': `${OFFICE}.presentationml.presentation`,
};

/** Format, sample, and its content type without `.main+xml`. */
const OOXML: Readonly<Record<string, readonly [sample: string, type: string]>> = {
  dotx: ['text.docx', `${OFFICE}.wordprocessingml.template`],
  docm: ['text.docx', 'application/vnd.ms-word.document.macroEnabled'],
  dotm: ['text.docx', 'application/vnd.ms-word.template.macroEnabledTemplate'],
  xltx: ['cells.xlsx', `${OFFICE}.spreadsheetml.template`],
  xlsm: ['cells.xlsx', 'application/vnd.ms-excel.sheet.macroEnabled'],
  xltm: ['cells.xlsx', 'application/vnd.ms-excel.template.macroEnabled'],
  potx: ['slides.pptx', `${OFFICE}.presentationml.template`],
  potm: ['slides.pptx', 'application/vnd.ms-powerpoint.template.macroEnabled'],
  ppsx: ['slides.pptx', `${OFFICE}.presentationml.slideshow`],
  ppsm: ['slides.pptx', 'application/vnd.ms-powerpoint.slideshow.macroEnabled'],
  pptm: ['slides.pptx', 'application/vnd.ms-powerpoint.presentation.macroEnabled'],
};
const OPEN_DOCUMENT: Readonly<Record<string, readonly [sample: string, kind: string]>> = {
  ott: ['text.odt', 'text'],
  ots: ['cells.ods', 'spreadsheet'],
  otp: ['slides.odp', 'presentation'],
};

/** Ids of all templates. */
export const TEMPLATES: readonly string[] = [...Object.keys(OOXML), ...Object.keys(OPEN_DOCUMENT)];
/** File name of the document from which a template is made. */
export const sampleOf = (id: string): string => (OOXML[id] ?? OPEN_DOCUMENT[id])?.[0] ?? '';

const partOf = (sample: string, name: string): string =>
  execFileSync('/usr/bin/unzip', ['-p', fixture(sample), name.replace(/[[\]]/g, '?')], { encoding: 'utf8' });

/** @param id - of {@link TEMPLATES} */
export function templateOf(id: string): Buffer {
  const sample = sampleOf(id);
  const ooxml = OOXML[id];
  if (ooxml) {
    const name = '[Content_Types].xml';
    const [plain, type] = [`${PLAIN[sample]}.main+xml`, `${ooxml[1]}.main+xml`];
    return zip(fixture(sample), { [name]: partOf(sample, name).replace(plain, type) });
  }
  const plain = `application/vnd.oasis.opendocument.${OPEN_DOCUMENT[id]?.[1]}`;
  const manifest = partOf(sample, 'META-INF/manifest.xml').replaceAll(`"${plain}"`, `"${plain}-template"`);
  return zip(fixture(sample), { mimetype: `${plain}-template`, 'META-INF/manifest.xml': manifest });
}

/** A record of a binary workbook: [MS-XLSB] 2.1.4. Numbers have 7 bits a byte, the lowest first. */
function record(type: number, ...fields: Buffer[]): Buffer {
  const data = Buffer.concat(fields);
  const id = type < 0x80 ? [type] : [(type & 0x7f) | 0x80, type >> 7];
  return Buffer.concat([Buffer.from([...id, data.length]), data]);
}
const int = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, 4 * index);
  return bytes;
};
const wide = (text: string): Buffer => Buffer.concat([int(text.length), Buffer.from(text, 'utf16le')]);

/** A workbook of one sheet with one word. */
export function xlsbOf(word: string): Buffer {
  const relations = (type: string, target: string): string =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;
  const override = (part: string, type: string): string =>
    `<Override PartName="/${part}" ContentType="application/vnd.ms-excel.${type}"/>`;
  return zip(undefined, {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override('xl/workbook.bin', 'sheet.binary.macroEnabled.main')}${override('xl/worksheets/sheet1.bin', 'worksheet')}</Types>`,
    '_rels/.rels': relations('officeDocument', 'xl/workbook.bin'),
    'xl/_rels/workbook.bin.rels': relations('worksheet', 'worksheets/sheet1.bin'),
    'xl/workbook.bin': Buffer.concat([
      ...[record(131), record(143), record(156, int(0, 1), wide('rId1'), wide('Sheet1'))],
      ...[record(144), record(132)],
    ]),
    'xl/worksheets/sheet1.bin': Buffer.concat([
      ...[record(129), record(145), record(0, int(0, 0), Buffer.from([0x2c, 1, 0, 0, 0]), int(0))],
      ...[record(6, int(0, 0), wide(word)), record(146), record(130)],
    ]),
  });
}
