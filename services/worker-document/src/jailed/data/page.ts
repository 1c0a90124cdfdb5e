import { Parser } from 'htmlparser2';
import { fieldValue } from './delimited.js';
import { type Conversion, type DataOptions, Refused, type Scalar, type Value } from './model.js';
import { fromTable, fromTables, OUTERMOST, type Table, withHeader } from './tables.js';

/** Elements whose text no reader of the page sees. */
const HIDDEN = new Set(['head', 'title', 'script', 'style', 'template', 'noscript', 'textarea', 'select']);
/** Elements that begin and end a line. */
const BLOCKS = new Set([
  ...['address', 'article', 'aside', 'blockquote', 'body', 'dd', 'div', 'dl', 'dt', 'figcaption', 'figure'],
  ...['footer', 'form', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hr', 'li', 'main', 'nav', 'ol', 'p'],
  ...['pre', 'section', 'table', 'tr', 'td', 'th', 'ul'],
]);
/** A cell may reach over so many rows and columns: HTML, "Attributes common to td and th elements". */
const MAX_COLUMN_SPAN = 1_000;
const MAX_ROW_SPAN = 65_534;

/** The parser needs quadratic time for elements inside each other. No real page comes near this number of levels. */
const MAX_LEVELS = 1_000;

const spanOf = (attribute: string | undefined, most: number): number =>
  Math.max(1, Math.min(Math.trunc(Number(attribute ?? 1)) || 1, most));

/** Text in lines, whose white space is that of a page. */
class Lines {
  private readonly parts: string[][] = [[]];

  add(text: string): void {
    this.parts.at(-1)?.push(text);
  }

  break(): void {
    this.parts.push([]);
  }

  /** Those that are not empty. */
  get all(): string[] {
    return this.parts
      .map((parts) => parts.join('').replace(/\s+/g, ' ').trim())
      .filter((line) => line !== '');
  }
}

/** A table while it is read. A table inside another one is text of its cell. */
class OpenTable {
  readonly caption = new Lines();
  readonly rows: Scalar[][] = [];
  /** The first row has nothing but cells of names. */
  isNamed = true;
  /** Rows below the present one that a cell above reaches into, by column. */
  private reach: number[] = [];
  private column = 0;

  constructor(private readonly conversion: Conversion) {}

  startRow(): void {
    this.reach = this.reach.map((rows) => Math.max(0, rows - 1));
    for (const _ of this.reach) this.conversion.count(1);
    this.rows.push([]);
    this.column = 0;
  }

  addCell(lines: readonly string[], attributes: Readonly<Record<string, string>>, isName: boolean): void {
    if (this.rows.length === 0) this.startRow();
    const row = this.rows.at(-1) as Scalar[];
    if (this.rows.length === 1 && !isName) this.isNamed = false;
    while ((this.reach[this.column] ?? 0) > 0) this.skip(row);
    const below = spanOf(attributes.rowspan, MAX_ROW_SPAN);
    const first = this.column;
    for (let left = spanOf(attributes.colspan, MAX_COLUMN_SPAN); left > 0; left--) {
      this.reach[this.column] = below;
      this.skip(row);
    }
    row[first] = fieldValue(lines.join('\n'));
  }

  private skip(row: Scalar[]): void {
    this.conversion.count(1);
    row[this.column++] = null;
  }

  /** The table; undefined if it has one cell at most: pages arrange their text by such ones. */
  finish(name: string, headerRow: DataOptions['headerRow']): Table | undefined {
    const width = this.rows.reduce((most, row) => Math.max(most, row.length), 0);
    const filled = this.rows.filter((row) => row.some((cell) => cell !== null));
    if (filled.length * width < 2) return undefined;
    const rows = filled.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? null));
    const isNamed = this.isNamed && rows.length > 1;
    return withHeader(name, rows, headerRow === 'auto' && isNamed ? 'yes' : headerRow);
  }
}

/** What a cell, a caption or the page around tables says. */
interface OpenCell {
  readonly lines: Lines;
  readonly attributes: Readonly<Record<string, string>>;
  readonly isName: boolean;
}

/**
 * Reads the tables of a web page, whose cells are values as in CSV. Of a page without a table each line of text is a row.
 *
 * @throws {Refused} if there is no text in it
 */
export function readPage(
  html: string,
  conversion: Conversion,
  { headerRow = 'auto' }: DataOptions = {},
): Value {
  const tables: Table[] = [];
  const names = new Set<string>();
  const prose = new Lines();
  let table: OpenTable | undefined;
  let cell: OpenCell | undefined;
  let caption: Lines | undefined;
  let inner = 0;
  let hidden = 0;
  let levels = 0;
  const lines = (): Lines => cell?.lines ?? caption ?? prose;

  const endCell = (): void => {
    if (cell) table?.addCell(cell.lines.all, cell.attributes, cell.isName);
    cell = undefined;
  };
  const endTable = (): void => {
    endCell();
    const title = table?.caption.all.join(' ') || `Table${tables.length + 1}`;
    const name = names.has(title) ? `${title} ${tables.length + 1}` : title;
    const finished = table?.finish(name, headerRow);
    if (finished) {
      tables.push(finished);
      names.add(name);
    } else {
      for (const value of table?.rows.flat() ?? []) if (value !== null) addLine(prose, String(value));
    }
    table = undefined;
  };
  const parts: Readonly<Record<string, (attributes: Readonly<Record<string, string>>) => void>> = {
    tr: () => {
      endCell();
      table?.startRow();
    },
    td: (attributes) => {
      endCell();
      cell = { lines: new Lines(), attributes, isName: false };
    },
    th: (attributes) => {
      endCell();
      cell = { lines: new Lines(), attributes, isName: true };
    },
    caption: () => {
      caption = table?.caption;
    },
  };

  const parser = new Parser({
    onopentag(name, attributes) {
      if (++levels > MAX_LEVELS) throw new Refused('deep');
      if (HIDDEN.has(name)) hidden++;
      if (hidden > 0) return;
      if (name === 'table' && !table) table = new OpenTable(conversion);
      else if (name === 'table') inner++;
      else if (table && inner === 0 && Object.hasOwn(parts, name)) parts[name]?.(attributes);
      else if (BLOCKS.has(name) || name === 'br') lines().break();
      if (name === 'img') {
        if (cell) conversion.lose('pictures_dropped');
        lines().add(attributes.alt ?? '');
      } else if (name === 'a' && attributes.href && cell) conversion.lose('hyperlinks_dropped');
    },
    ontext(text) {
      // Between the rows of a table there is nothing to read.
      if (hidden === 0 && (!table || cell || caption)) lines().add(text);
    },
    onclosetag(name) {
      levels--;
      if (HIDDEN.has(name)) hidden--;
      if (hidden > 0) return;
      if (name === 'table' && inner > 0) inner--;
      else if (name === 'table') endTable();
      else if (name === 'caption') caption = undefined;
      else if (inner === 0 && (name === 'td' || name === 'th')) endCell();
      if (BLOCKS.has(name)) lines().break();
    },
  });
  parser.write(html);
  parser.end();

  const said = prose.all;
  if (tables.length > 0) {
    if (said.length > 0) conversion.lose('prose_dropped');
    return fromTables(tables, conversion);
  }
  if (said.length === 0) throw new Refused('empty');
  for (const _ of said) conversion.count(2);
  return fromTable({ name: OUTERMOST, columns: undefined, rows: said.map((line) => [line]) }, conversion);
}

function addLine(lines: Lines, text: string): void {
  lines.break();
  lines.add(text);
}
