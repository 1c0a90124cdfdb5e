import type { Ruling } from '../model.js';
import { least, most, snap } from './numbers.js';
import { meet } from './rulings.js';
import { type Cell, cellOf, type Table } from './table.js';

/** A grid with more places is a drawing. */
const MOST_PLACES = 6000;
/** A page has fewer tables; each one may have many places. */
const MOST_TABLES = 60;

/** Finds tables drawn with lines; cells without a line between them become one. Tables inside tables are left out. */
export function ruledTables(horizontal: readonly Ruling[], vertical: readonly Ruling[]): Table[] {
  const tables = groupsOf(horizontal, vertical)
    .map(([across, down]) => tableOf(across, down))
    .filter((table) => table !== undefined)
    .sort((a, b) => area(b) - area(a));
  const kept: Table[] = [];
  for (const table of tables) {
    if (kept.length < MOST_TABLES && !kept.some((outer) => holds(outer, table))) kept.push(table);
  }
  return kept;
}

const area = (table: Table) => (table.right - table.left) * (table.bottom - table.top);
const holds = (outer: Table, inner: Table) =>
  outer.left - 2 <= inner.left &&
  inner.right <= outer.right + 2 &&
  outer.top - 2 <= inner.top &&
  inner.bottom <= outer.bottom + 2;

/** Sets of numbers that are joined step by step. */
class Groups {
  private readonly parents: number[];

  constructor(size: number) {
    this.parents = Array.from({ length: size }, (_, index) => index);
  }

  find(item: number): number {
    let root = item;
    while (this.parents[root] !== root) {
      this.parents[root] = this.parents[this.parents[root] as number] as number;
      root = this.parents[root] as number;
    }
    return root;
  }

  join(a: number, b: number): void {
    this.parents[this.find(a)] = this.find(b);
  }
}

/** Lines that meet, directly or over others. */
function groupsOf(horizontal: readonly Ruling[], vertical: readonly Ruling[]): [Ruling[], Ruling[]][] {
  const groups = new Groups(horizontal.length + vertical.length);
  for (const [a, across] of horizontal.entries()) {
    for (const [b, down] of vertical.entries()) {
      if (meet(across, down)) groups.join(a, horizontal.length + b);
    }
  }
  const found = new Map<number, [Ruling[], Ruling[]]>();
  for (const [index, line] of [...horizontal, ...vertical].entries()) {
    const root = groups.find(index);
    const group = found.get(root) ?? [[], []];
    found.set(root, group);
    group[index < horizontal.length ? 0 : 1].push(line);
  }
  return [...found.values()].filter(([across, down]) => across.length > 0 && down.length > 0);
}

function tableOf(across: readonly Ruling[], down: readonly Ruling[]): Table | undefined {
  if (across.length + down.length < 3) return undefined;
  const columnEdges = snap([
    ...down.map(({ at }) => at),
    least(across, ({ from }) => from),
    most(across, ({ to }) => to),
  ]);
  const rowEdges = snap([
    ...across.map(({ at }) => at),
    least(down, ({ from }) => from),
    most(down, ({ to }) => to),
  ]);
  const columns = columnEdges.length - 1;
  const rows = rowEdges.length - 1;
  if (columns < 1 || rows < 1 || columns * rows < 2 || columns * rows > MOST_PLACES) return undefined;
  const [left, right] = [columnEdges[0] as number, columnEdges.at(-1) as number];
  const [top, bottom] = [rowEdges[0] as number, rowEdges.at(-1) as number];
  if (right - left < 20 || bottom - top < 8) return undefined;
  const cells = cellsOf({ columnEdges, rowEdges }, across, down);
  if (cells.length < 2) return undefined;
  return { kind: 'table', left, right, top, bottom, columnEdges, rowEdges, cells, isRuled: true };
}

type Edges = Pick<Table, 'columnEdges' | 'rowEdges'>;

function cellsOf(edges: Edges, across: readonly Ruling[], down: readonly Ruling[]): Cell[] {
  const columns = edges.columnEdges.length - 1;
  const rows = edges.rowEdges.length - 1;
  const groups = new Groups(rows * columns);
  const acrossAt = edges.rowEdges.map((at) => across.filter((line) => Math.abs(line.at - at) <= 3));
  const downAt = edges.columnEdges.map((at) => down.filter((line) => Math.abs(line.at - at) <= 3));
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const place = row * columns + column;
      if (column + 1 < columns && !isDrawn(downAt[column + 1], edges.rowEdges, row))
        groups.join(place, place + 1);
      if (row + 1 < rows && !isDrawn(acrossAt[row + 1], edges.columnEdges, column))
        groups.join(place, place + columns);
    }
  }
  return rectangles(groups, rows, columns).map((area) => cellOf(edges, area));
}

/** Whether lines cover 60 % of the side between two edges. */
function isDrawn(lines: readonly Ruling[] | undefined, edges: readonly number[], index: number): boolean {
  const from = edges[index] as number;
  const to = edges[index + 1] as number;
  let covered = 0;
  for (const line of lines ?? []) covered += Math.max(0, Math.min(to, line.to) - Math.max(from, line.from));
  return covered >= 0.6 * (to - from);
}

type Area = Pick<Cell, 'row' | 'column' | 'rowSpan' | 'columnSpan'>;

/** Joins groups until each is a rectangle, as a merged cell is. */
function rectangles(groups: Groups, rows: number, columns: number): Area[] {
  for (;;) {
    const areas = areasOf(groups, rows, columns);
    const ragged = [...areas].filter(([, { area, places }]) => area.rowSpan * area.columnSpan !== places);
    if (ragged.length === 0) return [...areas.values()].map(({ area }) => area);
    for (const [root, { area }] of ragged) {
      for (let row = area.row; row < area.row + area.rowSpan; row += 1) {
        for (let column = area.column; column < area.column + area.columnSpan; column += 1) {
          groups.join(row * columns + column, root);
        }
      }
    }
  }
}

function areasOf(groups: Groups, rows: number, columns: number) {
  const areas = new Map<number, { area: Area; places: number }>();
  for (let place = 0; place < rows * columns; place += 1) {
    const [row, column] = [Math.floor(place / columns), place % columns];
    const root = groups.find(place);
    const known = areas.get(root);
    if (!known) {
      areas.set(root, { area: { row, column, rowSpan: 1, columnSpan: 1 }, places: 1 });
      continue;
    }
    const { area } = known;
    const left = Math.min(area.column, column);
    const right = Math.max(area.column + area.columnSpan, column + 1);
    known.area = { row: area.row, column: left, rowSpan: row + 1 - area.row, columnSpan: right - left };
    known.places += 1;
  }
  return areas;
}
