import {
  characterWidthOf,
  FODS_END,
  fodsCell,
  fodsStart,
  MAX_COLUMNS,
  MAX_ROWS,
  TABLE_END,
  tableStart,
} from '../csv/fods.js';
import {
  type Conversion,
  type DataOptions,
  Moment,
  numberOf,
  Refused,
  type Scalar,
  scalarText,
  type Value,
} from './model.js';
import { fromTables, rowsOf, type Table, withHeader } from './tables.js';
import { parseXml } from './xml.js';

/** A double holds every integer up to this one. */
const MAX_EXACT = BigInt(Number.MAX_SAFE_INTEGER);

/** Writes tables as sheets of a flat OpenDocument spreadsheet, whose cells keep the types. */
export function writeSheets(tables: readonly Table[], conversion: Conversion): string {
  const sheets = tables.map((table) => {
    const rows = rowsOf(table);
    const widths: number[] = [];
    if (rows.length > MAX_ROWS) throw new Refused('columns');
    for (const row of rows) {
      if (row.length > MAX_COLUMNS) throw new Refused('columns');
      for (const [index, cell] of row.entries())
        widths[index] = Math.max(widths[index] ?? 0, characterWidthOf(scalarText(cell)));
    }
    return { name: table.name, rows, widths };
  });
  const parts = [fodsStart(sheets.map(({ widths }) => widths))];
  for (const { name, rows, widths } of sheets) {
    parts.push(tableStart(name, widths));
    for (const row of rows)
      parts.push(
        `<table:table-row>${row.map((cell) => cellElement(cell, conversion)).join('')}</table:table-row>\n`,
      );
    parts.push(TABLE_END);
  }
  return parts.join('') + FODS_END;
}

function cellElement(cell: Scalar, conversion: Conversion): string {
  if (cell === null) return fodsCell({ kind: 'empty' });
  if (typeof cell === 'boolean')
    return `<table:table-cell office:value-type="boolean" office:boolean-value="${cell}"><text:p>${cell}</text:p></table:table-cell>`;
  const isExact = typeof cell === 'bigint' && cell <= MAX_EXACT && cell >= -MAX_EXACT;
  if (isExact || (typeof cell === 'number' && Number.isFinite(cell)))
    return `<table:table-cell office:value-type="float" office:value="${cell}"><text:p>${cell}</text:p></table:table-cell>`;
  if (typeof cell !== 'string') conversion.lose('value_types_dropped');
  return fodsCell({ kind: 'text', text: scalarText(cell) });
}

/** A sheet while it is read. */
interface Sheet {
  readonly name: string;
  readonly rows: Scalar[][];
}

interface OpenCell {
  readonly attributes: Readonly<Record<string, string>>;
  readonly lines: string[];
}

/** Reads the sheets of a flat OpenDocument spreadsheet; cells that are repeated to the edge of a sheet are empty. */
export function readSheets(
  text: string,
  conversion: Conversion,
  { headerRow, sheet: wanted }: DataOptions = {},
): Value {
  const sheets: Sheet[] = [];
  let row: Scalar[] = [];
  let emptyCells = 0;
  let emptyRows = 0;
  let rowRepeated = 1;
  let cell: OpenCell | undefined;
  let line: string | undefined;
  // Notes of cells and the objects that lie on a sheet have paragraphs, too.
  let ignored = 0;
  const addRow = (): void => {
    const sheet = sheets.at(-1);
    if (!sheet) return;
    if (row.length === 0) {
      emptyRows += rowRepeated;
      return;
    }
    for (; emptyRows > 0; emptyRows--) {
      conversion.count(1);
      sheet.rows.push([]);
    }
    for (let copy = 0; copy < rowRepeated; copy++) {
      for (const _ of row) conversion.count(1);
      sheet.rows.push(row);
    }
  };
  parseXml(text, {
    text(part) {
      if (line !== undefined && ignored === 0) line += part;
    },
    open(name, attributes) {
      if (IGNORED.has(name)) ignored++;
      if (ignored > 0) return;
      if (name === 'table:table') {
        sheets.push({ name: attributes['table:name'] ?? `Sheet${sheets.length + 1}`, rows: [] });
        emptyRows = 0;
      } else if (name === 'table:table-row') {
        [row, emptyCells] = [[], 0];
        rowRepeated = repeats(attributes['table:number-rows-repeated']);
      } else if (name === 'table:table-cell' || name === 'table:covered-table-cell')
        cell = { attributes, lines: [] };
      else if (name === 'text:p' && cell) line = '';
      else if (line !== undefined) line += INLINE[name]?.(attributes) ?? '';
    },
    close(name) {
      if (IGNORED.has(name)) {
        ignored--;
        return;
      }
      if (ignored > 0) return;
      if (name === 'table:table-row') addRow();
      else if (name === 'text:p' && cell && line !== undefined) {
        cell.lines.push(line);
        line = undefined;
      } else if (cell && (name === 'table:table-cell' || name === 'table:covered-table-cell')) {
        const value = cellValue(cell);
        const repeated = repeats(cell.attributes['table:number-columns-repeated']);
        if (value === null) emptyCells += repeated;
        else {
          for (; emptyCells > 0; emptyCells--) row.push(null);
          for (let copy = 0; copy < repeated; copy++) {
            conversion.count(1);
            row.push(value);
          }
        }
        cell = undefined;
      }
    },
  });
  if (wanted !== undefined && wanted > sheets.length) throw new Refused('sheet');
  const filled = sheets.filter(
    ({ rows }, index) => rows.length > 0 && (wanted === undefined || index === wanted - 1),
  );
  return fromTables(
    filled.map(({ name, rows }) => withHeader(name, rectangular(rows), headerRow)),
    conversion,
  );
}

const IGNORED = new Set([
  'office:annotation',
  'draw:frame',
  'table:shapes',
  'office:settings',
  'table:tracked-changes',
]);

const repeats = (attribute: string | undefined): number =>
  Math.max(1, Math.min(Number(attribute ?? 1) || 1, MAX_ROWS));

const INLINE: Readonly<Record<string, (attributes: Readonly<Record<string, string>>) => string>> = {
  'text:s': (attributes) => ' '.repeat(Math.min(Number(attributes['text:c'] ?? 1) || 1, 1_000)),
  'text:tab': () => '\t',
  'text:line-break': () => '\n',
};

function cellValue({ attributes, lines }: OpenCell): Scalar {
  const text = lines.join('\n');
  switch (attributes['office:value-type']) {
    case 'float':
    case 'percentage':
    case 'currency':
      return numberOf(attributes['office:value'] ?? text);
    case 'boolean':
      return attributes['office:boolean-value'] === 'true';
    case 'date': {
      const date = attributes['office:date-value'] ?? text;
      return new Moment(date.includes('T') ? 'local' : 'date', date);
    }
    case 'time':
      return timeOf(attributes['office:time-value'] ?? '') ?? text;
    default:
      return text === '' ? null : text;
  }
}

/** A duration below a day, as OpenDocument writes a time of day. */
function timeOf(duration: string): Moment | undefined {
  const [, hours = '', minutes = '', seconds = ''] =
    /^PT(\d\d)H(\d\d)M(\d\d(?:[.,]\d+)?)S$/.exec(duration) ?? [];
  if (hours === '' || Number(hours) > 23) return undefined;
  return new Moment('time', `${hours}:${minutes}:${seconds.replace(',', '.')}`);
}

/** Rows as long as the longest one: the end of a row that is empty is not stored. */
function rectangular(rows: readonly Scalar[][]): Scalar[][] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  return rows.map((row) => [...row, ...new Array<null>(width - row.length).fill(null)]);
}
