import type { Line } from './line.js';
import { least, most } from './numbers.js';
import { type Cell, cellOf, ownersOf, type Table } from './table.js';

/** Widths of columns are compared with at most this many. */
const MOST_COLUMNS = 200;

/** Takes tables from the structure tree. @returns them and the lines outside */
export function taggedTables(lines: readonly Line[]): { tables: Table[]; rest: Line[] } {
  const byTable = Map.groupBy(lines, (line) => line.tag.cell?.table);
  const rest = [...(byTable.get(undefined) ?? [])];
  const tables: Table[] = [];
  for (const [id, held] of byTable) {
    if (id === undefined) continue;
    const table = tableOf(held);
    if (table) tables.push(table);
    else rest.push(...held);
  }
  return { tables, rest };
}

interface TaggedCell {
  readonly row: number;
  readonly left: number;
  readonly right: number;
  readonly lines: Line[];
}

function tableOf(lines: readonly Line[]): Table | undefined {
  const cells = [...Map.groupBy(lines, (line) => line.tag.cell?.id).values()].map(
    (held): TaggedCell => ({
      row: held[0]?.tag.cell?.row ?? 0,
      left: least(held, (line) => line.left),
      right: most(held, (line) => line.right),
      lines: held,
    }),
  );
  if (cells.length < 2) return undefined;
  const rows = [...Map.groupBy(cells, (cell) => cell.row).values()].sort((a, b) => topOf(a) - topOf(b));
  const strips = stripsOf(cells);
  if (strips.length === 0) return undefined;
  const columnEdges = [
    (strips[0] as Strip)[0] - 4,
    ...strips.slice(1).map((strip, at) => ((strips[at] as Strip)[1] + strip[0]) / 2),
    most(strips, (strip) => strip[1]) + 4,
  ];
  const tops = rows.map((row) => least(row, (cell) => least(cell.lines, (line) => line.top)));
  const edges = { columnEdges, rowEdges: [...tops, most(lines, (line) => line.bottom)] };
  return {
    kind: 'table',
    left: columnEdges[0] as number,
    right: columnEdges.at(-1) as number,
    top: edges.rowEdges[0] as number,
    bottom: edges.rowEdges.at(-1) as number,
    ...edges,
    cells: gridOf(rows, strips, edges),
    isRuled: false,
  };
}

type Strip = [left: number, right: number];
const topOf = (row: readonly TaggedCell[]) =>
  least(row, (cell) => least(cell.lines, (line) => line.baseline));

/** The columns, by the narrow cells first: a merged one lies over several. */
function stripsOf(cells: readonly TaggedCell[]): Strip[] {
  const strips: Strip[] = [];
  for (const { left, right } of cells.toSorted((a, b) => a.right - a.left - (b.right - b.left))) {
    const hit = strips.filter((strip) => left < strip[1] - 1 && right > strip[0] + 1);
    if (hit.length === 0 && strips.length < MOST_COLUMNS) strips.push([left, right]);
    if (hit.length !== 1) continue;
    const [strip] = hit as [Strip];
    strip[0] = Math.min(strip[0], left);
    strip[1] = Math.max(strip[1], right);
  }
  return strips.sort((a, b) => a[0] - b[0]);
}

/** Places the cells; where two claim one place, the text of both is in the first. Places without a cell get an empty one. */
function gridOf(
  rows: readonly TaggedCell[][],
  strips: readonly Strip[],
  edges: Pick<Table, 'columnEdges' | 'rowEdges'>,
) {
  const cells: Cell[] = [];
  for (const [row, tagged] of rows.entries()) {
    const taken: Cell[] = [];
    for (const cell of tagged.toSorted((a, b) => a.left - b.left)) {
      const over = strips.flatMap((strip, at) =>
        cell.left < strip[1] + 1 && cell.right > strip[0] - 1 ? [at] : [],
      );
      const column = over[0] ?? 0;
      const columnSpan = (over.at(-1) ?? column) - column + 1;
      const other = taken.find(
        (known) => column < known.column + known.columnSpan && known.column < column + columnSpan,
      );
      if (other) other.lines.push(...cell.lines);
      else taken.push(cellOf(edges, { row, column, columnSpan }, cell.lines));
    }
    cells.push(...taken);
  }
  const owners = ownersOf({ cells });
  for (const row of rows.keys()) {
    for (const column of strips.keys()) {
      if (!owners.has(`${row} ${column}`)) cells.push(cellOf(edges, { row, column }));
    }
  }
  return cells;
}
