import Papa from 'papaparse';
import { detectDialect } from '../csv/dialect.js';
import { cellOf } from '../csv/fods.js';
import { tableText } from '../csv/table-text.js';
import { type Conversion, type DataOptions, numberOf, type Scalar, scalarText, type Value } from './model.js';
import { fromTable, rowsOf, type Table, withHeader } from './tables.js';

/** Reads CSV or TSV. Numbers, `true` and `false` are read as such where that changes nothing but their form. */
export function readDelimited(
  text: string,
  delimiter: string | undefined,
  conversion: Conversion,
  { headerRow, asWritten }: DataOptions = {},
): Value {
  const dialect = delimiter === undefined ? detectDialect(text) : { delimiter, start: 0 };
  const rows: Scalar[][] = [];
  Papa.parse<string[]>(text.slice(dialect.start).replace(/(?:\r\n?|\n)$/, ''), {
    delimiter: dialect.delimiter,
    step: ({ data }) => {
      for (const _ of data) conversion.count(1);
      rows.push(data.map((field) => fieldValue(field, asWritten)));
    },
  });
  return fromTable(withHeader('Sheet1', rows, headerRow), conversion);
}

/** The value of a cell that is nothing but text. @param asWritten - a number that would look otherwise stays text */
export function fieldValue(field: string, asWritten = false): Scalar {
  const cell = cellOf(field);
  if (cell.kind === 'empty') return null;
  if (cell.kind === 'number') {
    const value = numberOf(cell.value);
    return asWritten && String(value) !== field ? field : value;
  }
  return field === 'true' || field === 'false' ? field === 'true' : field;
}

/** Writes CSV, RFC 4180, or TSV with the same quotes. */
export function writeDelimited(table: Table, conversion: Conversion, options: DataOptions = {}): string {
  const { header = true } = options;
  const rows = (header ? rowsOf(table) : table.rows).map((row) =>
    row.map((cell) => cellText(cell, conversion)),
  );
  return tableText(rows, options);
}

function cellText(cell: Scalar, conversion: Conversion): string {
  if (cell !== null && typeof cell === 'object') conversion.lose('value_types_dropped');
  return typeof cell === 'number' ? String(cell) : scalarText(cell);
}

/** Writes tables of GitHub's Markdown. */
export function writeMarkdown(tables: readonly Table[], conversion: Conversion): string {
  return tables
    .map(
      (table) =>
        (tables.length > 1 ? `## ${escapeMarkdown(table.name)}\n\n` : '') + markdownTable(table, conversion),
    )
    .join('\n');
}

const MARKS = /[\\|*_`<>[\]~#&]/g;
const escapeMarkdown = (text: string): string => text.replace(MARKS, '\\$&').replace(/\r\n?|\n/g, '<br>');

function markdownTable(table: Table, conversion: Conversion): string {
  const width = Math.max(1, table.columns?.length ?? 0, ...widthsOf(table));
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, index) => cells[index] ?? '').join(' | ')} |\n`;
  const body = table.rows.map((row) =>
    line(
      row.map((cell) => {
        if (cell !== null && typeof cell !== 'string') conversion.lose('value_types_dropped');
        return escapeMarkdown(typeof cell === 'number' ? String(cell) : scalarText(cell));
      }),
    ),
  );
  const head =
    line((table.columns ?? []).map(escapeMarkdown)) + line(Array.from({ length: width }, () => '---'));
  return head + body.join('');
}

/** One number, so that no call gets a million arguments. */
const widthsOf = ({ rows }: Table): number[] => [rows.reduce((most, row) => Math.max(most, row.length), 0)];
