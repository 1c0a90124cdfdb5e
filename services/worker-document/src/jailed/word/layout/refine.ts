import type { Line } from './line.js';
import { type Cell, cellOf, type Table } from './table.js';

/** Longer text is no figure; keeps the search linear. */
const LONGEST_FIGURE = 40;
const FIGURE_SIGNS = /^[\s\d.,'()\-–—+$€£¥<~%*†a-z]*$/i;
/** A cell with more lines holds text. */
const MOST_LINES = 60;

/** Draws the lines that a table lacks: between columns in a merged cell, and between rows of figures in a tall one. */
export function refine(table: Table): void {
  table.cells = table.cells.flatMap((cell) => splitColumns(cell, table));
  splitRows(table);
}

/** Whether a cell holds a number, with its sign, currency or unit, or a dash in the place of one. */
function isFigure(text: string): boolean {
  if (text.length > LONGEST_FIGURE) return false;
  if (/^(?:[-–—*]|n\/?a)$/i.test(text)) return true;
  const letters = text.replace(/[^a-z]/gi, '').length;
  return FIGURE_SIGNS.test(text) && /\d/.test(text) && letters <= 4 && !/^[a-z]/i.test(text);
}

/** A cell over several columns, whose text stands in each of them side by side. */
function splitColumns(cell: Cell, table: Table): Cell[] {
  if (cell.columnSpan < 2 || cell.lines.length < 2 || cell.lines.length > MOST_LINES) return [cell];
  const columnOf = (line: Line) => {
    for (let column = cell.column; column < cell.column + cell.columnSpan; column += 1) {
      const [left, right] = [table.columnEdges[column] as number, table.columnEdges[column + 1] as number];
      if (left - 3 <= line.left && line.right <= right + 3) return column;
    }
    return undefined;
  };
  const columns = cell.lines.map(columnOf);
  if (columns.includes(undefined)) return [cell];
  const areSideBySide = cell.lines.some((a, i) =>
    cell.lines.some((b, j) => columns[i] !== columns[j] && Math.abs(a.baseline - b.baseline) < 3),
  );
  if (!areSideBySide) return [cell];
  return Array.from({ length: cell.columnSpan }, (_, at) => {
    const column = cell.column + at;
    const lines = cell.lines.filter((_line, index) => columns[index] === column);
    return cellOf(table, { row: cell.row, column, rowSpan: cell.rowSpan }, lines);
  });
}

/** A row whose cells hold several rows of figures. */
function splitRows(table: Table): void {
  const rows = table.rowEdges.length - 1;
  const cuts = Array.from({ length: rows }, (_, row) => cutsOf(table, row));
  if (cuts.every((cut) => cut.length === 0)) return;
  const firstRows: number[] = [];
  const edges: number[] = [];
  for (const [row, cut] of cuts.entries()) {
    firstRows.push(edges.length);
    edges.push(table.rowEdges[row] as number, ...cut);
  }
  edges.push(table.rowEdges.at(-1) as number);
  const refined = { columnEdges: table.columnEdges, rowEdges: edges };
  table.cells = table.cells.flatMap((cell) => {
    const { column, columnSpan } = cell;
    const cut = cell.rowSpan === 1 ? (cuts[cell.row] as number[]) : [];
    const first = firstRows[cell.row] as number;
    if (cut.length === 0) {
      const end = firstRows[cell.row + cell.rowSpan] ?? edges.length - 1;
      return [cellOf(refined, { row: first, column, columnSpan, rowSpan: end - first }, cell.lines)];
    }
    return [cell.top, ...cut].map((top, at) => {
      const bottom = cut[at] ?? Number.POSITIVE_INFINITY;
      const lines = cell.lines.filter(({ baseline }) => (at === 0 || baseline >= top) && baseline < bottom);
      return cellOf(refined, { row: first + at, column, columnSpan }, lines);
    });
  });
  table.rowEdges = edges;
}

/** y between the rows of figures that one row of the table holds; empty if it holds one row. */
function cutsOf(table: Table, row: number): number[] {
  if (table.cells.some((cell) => cell.row < row && row < cell.row + cell.rowSpan)) return [];
  const filled = table.cells.filter(
    (cell) => cell.row === row && cell.rowSpan === 1 && cell.lines.length > 0,
  );
  if (filled.length < 2 || filled.some((cell) => cell.lines.length > MOST_LINES)) return [];
  const baselines: number[] = [];
  for (const baseline of filled
    .flatMap((cell) => cell.lines.map((line) => line.baseline))
    .sort((a, b) => a - b)) {
    if (baselines.length === 0 || baseline - (baselines.at(-1) as number) >= 3) baselines.push(baseline);
  }
  if (baselines.length < 2) return [];
  const ofFigures = filled.filter(
    (cell) =>
      new Set(cell.lines.map((line) => Math.round(line.baseline / 3))).size >=
        Math.max(2, 0.5 * baselines.length) && cell.lines.every((line) => isFigure(line.text)),
  );
  if (ofFigures.length === 0 || ofFigures.length < 0.5 * (filled.length - 1)) return [];
  return baselines.slice(1).map((baseline, at) => (baseline + (baselines[at] as number)) / 2 + 1);
}
