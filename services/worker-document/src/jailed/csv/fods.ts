import { heldByXml } from '../text/xml-text.js';

/** LibreOffice's limit of rows in a sheet. */
export const MAX_ROWS = 1_048_576;
/** LibreOffice's limit of columns in a sheet. */
export const MAX_COLUMNS = 16_384;

const CHARACTER_CM = 0.21;
const COLUMN_CM = { least: 1.2, most: 9, padding: 0.4 };
/** The width of a portrait A4 page with margins of 2 cm. */
const PORTRAIT_CM = 17;
const MAX_DECIMALS = 15;

const NAMESPACES = ['office', 'text', 'table', 'style']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat('xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"')
  .concat('xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0"')
  .join(' ');

/** Of a column, in centimetres. @param characters - of its widest cell */
const columnWidth = (characters = 0): string =>
  Math.min(COLUMN_CM.most, Math.max(COLUMN_CM.least, characters * CHARACTER_CM + COLUMN_CM.padding)).toFixed(
    2,
  );

/**
 * The start of the document, before its tables: columns as wide as their content, pages as wide as the widest table, in
 * landscape if that fits better.
 *
 * @param tables - characters of the widest cell of each column of each table
 * @see OpenDocument 1.3 part 3
 */
export function fodsStart(tables: readonly (readonly number[])[]): string {
  const widths = tables.map((columns) => columns.map(columnWidth));
  const isWide = widths.some(
    (columns) => columns.reduce((sum, width) => sum + Number(width), 0) > PORTRAIT_CM,
  );
  const [width, height] = isWide ? ['29.7cm', '21cm'] : ['21cm', '29.7cm'];
  const columnStyles = [...new Set(widths.flat())].map(
    (cm) =>
      `<style:style style:name="w${cm}" style:family="table-column"><style:table-column-properties style:column-width="${cm}cm"/></style:style>`,
  );
  const numberStyles = Array.from(
    { length: MAX_DECIMALS + 1 },
    (_, n) =>
      `<number:number-style style:name="n${n}"><number:number number:decimal-places="${n}" number:min-decimal-places="${n}" number:min-integer-digits="1"/></number:number-style>` +
      `<style:style style:name="d${n}" style:family="table-cell" style:data-style-name="n${n}"/>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<office:document ${NAMESPACES} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">`,
    '<office:automatic-styles>',
    ...columnStyles,
    ...numberStyles,
    '<style:style style:name="t" style:family="table-cell"><style:table-cell-properties fo:wrap-option="wrap" style:vertical-align="top"/></style:style>',
    '<style:style style:name="sheet" style:family="table" style:master-page-name="page"><style:table-properties table:display="true"/></style:style>',
    `<style:page-layout style:name="layout"><style:page-layout-properties fo:page-width="${width}" fo:page-height="${height}" style:print-orientation="${isWide ? 'landscape' : 'portrait'}" fo:margin="2cm" style:scale-to-X="1" style:scale-to-Y="0"/><style:header-style/><style:footer-style/></style:page-layout>`,
    '</office:automatic-styles>',
    '<office:master-styles><style:master-page style:name="page" style:page-layout-name="layout"><style:header style:display="false"/><style:footer style:display="false"/></style:master-page></office:master-styles>',
    '<office:body><office:spreadsheet>',
    '',
  ].join('\n');
}

/** The start of a table, before its rows. @param columns - as for {@link fodsStart} */
export function tableStart(name: string, columns: readonly number[]): string {
  const safe = escapeAttribute(name);
  const lines = columns.map(
    (characters) => `<table:table-column table:style-name="w${columnWidth(characters)}"/>`,
  );
  return [`<table:table table:name="${safe}" table:style-name="sheet">`, ...lines, ''].join('\n');
}

/** The end of a table, after all rows. */
export const TABLE_END = '</table:table>\n';

/** The end of the document, after all tables. */
export const FODS_END = '</office:spreadsheet></office:body></office:document>\n';

/** A row of the table. */
export const fodsRow = (fields: readonly string[]): string =>
  `<table:table-row>${fields.map((field) => fodsCell(cellOf(field))).join('')}</table:table-row>\n`;

/** A cell of the table. */
export function fodsCell(cell: Cell): string {
  if (cell.kind === 'empty') return '<table:table-cell/>';
  if (cell.kind === 'text') {
    const lines = cell.text.split(/\r\n?|\n/).map((line) => `<text:p>${escapeText(line)}</text:p>`);
    return `<table:table-cell table:style-name="t" office:value-type="string">${lines.join('')}</table:table-cell>`;
  }
  const style = cell.decimals > 0 ? ` table:style-name="d${cell.decimals}"` : '';
  return `<table:table-cell${style} office:value-type="float" office:value="${cell.value}"><text:p>${cell.value}</text:p></table:table-cell>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const escapeAttribute = (text: string): string =>
  heldByXml(text)
    .replace(/[&<>]/g, (character) => ENTITIES[character] ?? character)
    .replaceAll('"', '&quot;');

/** XML would lose repeated white space in a paragraph, so it becomes separate elements. */
function escapeText(text: string): string {
  return heldByXml(text)
    .replace(/[&<>]/g, (character) => ENTITIES[character] ?? character)
    .replace(/\t/g, '<text:tab/>')
    .replace(/^ +| {2,}| +$/g, (spaces) => `<text:s text:c="${spaces.length}"/>`);
}

/** Characters of the widest line; East Asian characters count twice. */
export function characterWidthOf(field: string): number {
  let widest = 0;
  for (const line of field.split('\n')) {
    let width = 0;
    for (const character of line.slice(0, 100)) width += (character.codePointAt(0) ?? 0) >= 0x1100 ? 2 : 1;
    widest = Math.max(widest, width);
  }
  return widest;
}

/** A field of a CSV file as a cell. */
export type Cell =
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly text: string }
  /** `decimals` as written, so that 12.50 stays 12.50. */
  | { readonly kind: 'number'; readonly value: string; readonly decimals: number };

/**
 * No sign except minus, no leading zero, no exponent, no grouping: a form that every country reads the same, except for
 * the comma.
 */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.(\d+))?$/;
/** A double holds every number of this many digits exactly: IEEE 754, DBL_DIG. */
const EXACT_DIGITS = 15;

/**
 * Treats a field as a number only if this loses nothing. Codes with leading zeros, long digits, dates, `1,5`, `1e5`,
 * `+49` and text that looks like a formula stay text.
 */
export function cellOf(field: string): Cell {
  if (field === '') return { kind: 'empty' };
  const match = NUMBER.exec(field);
  const digits = field.replace(/[-.]/g, '');
  const isExact = match && digits.length <= EXACT_DIGITS && !/^-0(?:\.0*)?$/.test(field);
  return isExact
    ? { kind: 'number', value: field, decimals: match[1]?.length ?? 0 }
    : { kind: 'text', text: field };
}
