import type { Line } from './line.js';
import { lowerBound, most } from './numbers.js';
import type { Paragraph } from './paragraph.js';

/** A cell; rows and columns count from 0. */
export interface Cell {
  row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  lines: Line[];
  paragraphs: Paragraph[];
  /** Six hexadecimal digits. */
  fill?: string | undefined;
}

export interface Table {
  readonly kind: 'table';
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** x of the edges of its columns, y of those of its rows: one more than there are columns or rows. */
  readonly columnEdges: readonly number[];
  rowEdges: readonly number[];
  cells: Cell[];
  readonly isRuled: boolean;
}

export const cellOf = (
  edges: Pick<Table, 'columnEdges' | 'rowEdges'>,
  place: Pick<Cell, 'row' | 'column'> & Partial<Pick<Cell, 'rowSpan' | 'columnSpan'>>,
  lines: Line[] = [],
): Cell => {
  const { row, column, rowSpan = 1, columnSpan = 1 } = place;
  return {
    ...{ row, column, rowSpan, columnSpan, lines, paragraphs: [] },
    left: edges.columnEdges[column] as number,
    right: edges.columnEdges[column + columnSpan] as number,
    top: edges.rowEdges[row] as number,
    bottom: edges.rowEdges[row + rowSpan] as number,
  };
};

export const rowCount = (table: Table) => most(table.cells, (cell) => cell.row + cell.rowSpan);

const isInside = (line: Line, table: Table) => {
  const x = (line.left + line.right) / 2;
  const y = line.baseline - 0.3 * line.size;
  return table.left - 2 <= x && x <= table.right + 2 && table.top - 2 <= y && y <= table.bottom + 2;
};

/**
 * Puts lines into the cells that they stand in.
 *
 * @returns the lines outside all tables
 */
export function fillTables(tables: readonly Table[], lines: readonly Line[]): Line[] {
  const owners = tables.map(ownersOf);
  return lines.filter((line) => {
    const at = tables.findIndex((table) => isInside(line, table));
    const table = tables[at];
    if (!table) return true;
    const column = indexBetween(table.columnEdges, (line.left + line.right) / 2);
    const row = indexBetween(table.rowEdges, line.baseline - 0.3 * line.size);
    const cell = owners[at]?.get(`${row} ${column}`);
    cell?.lines.push(line);
    return !cell;
  });
}

function indexBetween(edges: readonly number[], value: number): number {
  const at = lowerBound(edges, (edge) => edge, value) - 1;
  return Math.max(0, Math.min(edges.length - 2, at));
}

/** Which cell covers a place of the grid, by `row column`. */
export function ownersOf(table: Pick<Table, 'cells'>): Map<string, Cell> {
  const owners = new Map<string, Cell>();
  for (const cell of table.cells) {
    for (let row = cell.row; row < cell.row + cell.rowSpan; row += 1) {
      for (let column = cell.column; column < cell.column + cell.columnSpan; column += 1) {
        owners.set(`${row} ${column}`, cell);
      }
    }
  }
  return owners;
}
