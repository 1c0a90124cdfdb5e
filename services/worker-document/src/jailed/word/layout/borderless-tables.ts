import type { Line } from './line.js';
import { least, median, most } from './numbers.js';
import { isBullet } from './scripts.js';
import { type Cell, cellOf, type Table } from './table.js';

/** Widest gap inside a column, points. */
const COLUMN_GAP = 3.5;
const ALIGNED = 3.5;
/** More places are no table of a page. */
const MOST_PLACES = 6000;

type Strip = readonly [left: number, right: number];
type Rows = readonly (readonly Line[])[];

/** A table found between two rows. */
export interface FoundTable {
  readonly first: number;
  /** The row behind its last one. */
  readonly end: number;
  readonly table: Table;
}

/** Finds tables without lines: rows of several parts over shared white columns. @param rows - of one column of the page */
export function borderlessTables(rows: Rows): FoundTable[] {
  const found: FoundTable[] = [];
  for (let first = 0; first < rows.length; ) {
    if ((rows[first] as readonly Line[]).length < 2) {
      first += 1;
      continue;
    }
    const { end, reached } = extent(rows, first);
    const block = rows.slice(first, end);
    const strips = block.reduce(widen, [] as Strip[]);
    if (isTable(block, strips)) {
      found.push({ first, end, table: tableOf(block, strips) });
      first = end;
    } else {
      // A long block is not tried again from each of its rows.
      first += Math.max(1, (reached - first) >> 3);
    }
  }
  return found;
}

/** Adds a row to the columns that the rows above fill. */
function widen(strips: readonly Strip[], row: readonly Line[]): Strip[] {
  const widened: [number, number][] = [];
  const added = row.map((line): Strip => [line.left, line.right]);
  for (const [left, right] of [...strips, ...added].sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = widened.at(-1);
    if (last && left < last[1] + COLUMN_GAP) last[1] = Math.max(last[1], right);
    else widened.push([left, right]);
  }
  return widened;
}

/** How far rows share white columns. */
function extent(rows: Rows, first: number): { end: number; reached: number } {
  let strips = widen([], rows[first] as readonly Line[]);
  let mostParts = (rows[first] as readonly Line[]).length;
  let end = first + 1;
  for (; end < rows.length; end += 1) {
    const above = rows[end - 1] as readonly Line[];
    const row = rows[end] as readonly Line[];
    const size = median(row.map((line) => line.size));
    if (least(row, (line) => line.baseline) - most(above, (line) => line.baseline) > 3.2 * size) break;
    const widened = widen(strips, row);
    mostParts = Math.max(mostParts, row.length);
    if (widened.length < Math.max(2, Math.min(strips.length, mostParts) - (strips.length > 3 ? 1 : 0))) break;
    const [only] = row;
    const width = (strips.at(-1) as Strip)[1] - (strips[0] as Strip)[0];
    if (row.length === 1 && only && only.right - only.left > 0.45 * width) break;
    strips = widened;
  }
  const reached = end;
  // A single part under the last row belongs to it only if it stands in a later column.
  while (end > first) {
    const row = rows[end - 1] as readonly Line[];
    if (row.length > 1 || (strips.length > 2 && (row[0] as Line).left > (strips[0] as Strip)[1])) break;
    end -= 1;
  }
  return { end, reached };
}

function isTable(block: Rows, strips: readonly Strip[]): boolean {
  const columns = strips.length;
  if (columns * block.length > MOST_PLACES) return false;
  const several = block.filter((row) => row.length > 1).length;
  if (columns < 2 || several < (columns >= 3 ? 2 : 3) || several < 0.55 * block.length) return false;
  const lines = block.flat();
  const inColumns = strips.map(([left, right]) =>
    lines.filter((line) => left - 1 <= line.left && line.right <= right + 1),
  );
  if (inColumns.filter(isAligned).length < 0.6 * columns) return false;
  const ofText = inColumns.filter(
    (column) => column.length > 2 && median(column.map((line) => line.text.length)) > 38,
  );
  if (ofText.length > (columns > 2 ? 1 : 0)) return false;
  const marked = block.filter((row) => isBullet(row[0]?.mark ?? '')).length;
  if (marked >= 0.5 * block.length) return false;
  return columns > 2 || block.filter((row) => row.length === 2).length >= 0.6 * block.length;
}

/** Whether most lines of a column share their left edge, their right edge or their middle. */
function isAligned(column: readonly Line[]): boolean {
  if (column.length < 2) return false;
  const edges = [
    (line: Line) => line.left,
    (line: Line) => line.right,
    (line: Line) => (line.left + line.right) / 2,
  ];
  return edges.some((edge) => {
    const places = column.map(edge);
    const usual = median(places);
    const near = places.filter((place) => Math.abs(place - usual) < ALIGNED).length;
    return near >= Math.max(2, 0.6 * column.length);
  });
}

function tableOf(block: Rows, strips: readonly Strip[]): Table {
  const rows = joinWrapped(block, strips);
  const columnEdges = [
    (strips[0] as Strip)[0] - 3,
    ...strips.slice(1).map((strip, at) => ((strips[at] as Strip)[1] + strip[0]) / 2),
    (strips.at(-1) as Strip)[1] + 3,
  ];
  const rowEdges = [
    least(rows[0] as Line[], (line) => line.top),
    ...rows
      .slice(1)
      .map(
        (row, at) => (most(rows[at] as Line[], (line) => line.bottom) + least(row, (line) => line.top)) / 2,
      ),
    most(rows.at(-1) as Line[], (line) => line.bottom),
  ];
  const edges = { columnEdges, rowEdges };
  const cells: Cell[] = rows.flatMap((lines, row) => {
    const inColumns = strips.map((): Line[] => []);
    for (const line of lines) {
      const x = (line.left + line.right) / 2;
      const at = strips.findIndex(([left, right]) => left - 1 <= x && x <= right + 1);
      inColumns[Math.max(0, at)]?.push(line);
    }
    return inColumns.map((held, column) => cellOf(edges, { row, column }, held));
  });
  return {
    kind: 'table',
    left: columnEdges[0] as number,
    right: columnEdges.at(-1) as number,
    top: rowEdges[0] as number,
    bottom: rowEdges.at(-1) as number,
    ...edges,
    cells,
    isRuled: false,
  };
}

/** A row without its first column, close below another, holds the second lines of that one's cells. */
function joinWrapped(block: Rows, strips: readonly Strip[]): Line[][] {
  const firstEnd = (strips[0] as Strip)[1];
  const rows: Line[][] = [];
  for (const row of block) {
    const above = rows.at(-1);
    const size = (row[0] as Line).size;
    const goesOn =
      above !== undefined &&
      row.length < strips.length &&
      row.every((line) => line.left > firstEnd) &&
      least(row, (line) => line.baseline) - most(above.slice(-400), (line) => line.baseline) < 1.35 * size;
    if (goesOn) above.push(...row);
    else rows.push([...row]);
  }
  return rows;
}
