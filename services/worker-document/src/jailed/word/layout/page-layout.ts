import type { Page } from '../model.js';
import { asideParagraphs } from './aside.js';
import { borderlessTables } from './borderless-tables.js';
import { type Item, regionsOf } from './columns.js';
import { type Figure, figuresOf } from './figures.js';
import { joinRow, type Line, rowsOfLines } from './line.js';
import { least, median, most } from './numbers.js';
import { type Paragraph, settle } from './paragraph.js';
import { type PitchOf, paragraphsOf, type Reading } from './paragraphs.js';
import type { PreparedPage } from './prepare.js';
import { refine } from './refine.js';
import type { DrawnLine } from './rulings.js';
import { fillTables, type Table } from './table.js';
import { settleTable } from './table-text.js';
import { taggedTables } from './tagged-tables.js';

export type Block = Paragraph | Table | Figure;

/** A column of a region, its blocks from top to bottom. */
export interface BlockColumn {
  readonly left: number;
  readonly right: number;
  readonly blocks: Block[];
}

/** A page as a reader takes it in: regions from top to bottom, each of one column or of several. */
export interface PageLayout {
  readonly index: number;
  readonly width: number;
  readonly height: number;
  readonly regions: BlockColumn[][];
  /** Text at other angles. */
  readonly asides: Paragraph[];
}

/** Reads a page whose running heads are taken out. */
export function layoutPage(prepared: PreparedPage, reading: Reading): PageLayout {
  const { page } = prepared;
  const { tables, charts, rest: outside } = tablesOf(prepared);
  const { figures, rest } = figuresOf(prepared, tables, charts, outside);
  const regions = regionsOf([...rest, ...tables, ...figures]).map((columns) =>
    columns.map((items) => columnOf(items, reading.pitchOf)),
  );
  const columns = regions.flat();
  const links = page.links.slice(0, MOST_LINKS);
  for (const { blocks } of columns) {
    for (const block of blocks) {
      if (block.kind === 'table') settleTable(block, prepared.fills, reading, links);
      if (block.kind === 'paragraph') settle(block, links, reading.words);
    }
  }
  placeBorders(prepared.rulings, tables, columns);
  const asides = asideParagraphs(page, reading.pitchOf);
  for (const paragraph of asides) settle(paragraph, [], reading.words);
  return { index: page.index, width: page.width, height: page.height, regions, asides };
}

/** More links on a page are not looked at. */
const MOST_LINKS = 500;

/** Tables by lines and by tags. Grids of charts and frames of pages are none. */
function tablesOf({ page, lines, tables: drawn }: PreparedPage): {
  tables: Table[];
  charts: Table[];
  rest: Line[];
} {
  const outside = fillTables(drawn, lines);
  const tables: Table[] = [];
  const charts: Table[] = [];
  for (const table of drawn) {
    refine(table);
    const filled = table.cells.filter((cell) => cell.lines.length > 0);
    const isFrame = isPageFrame(table, filled.length, page);
    const isChart = filled.length < 0.2 * table.cells.length && table.cells.length >= 9;
    if (!isFrame && !isChart) {
      tables.push(table);
      continue;
    }
    if (!isFrame) charts.push(table);
    for (const cell of filled) for (const line of cell.lines) outside.push(line);
  }
  if (!page.isTagged) return { tables, charts, rest: outside };
  const { tables: tagged, rest } = taggedTables(outside);
  return { tables: [...tables, ...tagged], charts, rest };
}

/** Whether the lines only frame a page or its columns. */
function isPageFrame(table: Table, filled: number, page: Page): boolean {
  if (filled < 2) return true;
  if (filled <= 3 && table.bottom - table.top > 0.55 * page.height) return true;
  const heights = table.cells.filter((cell) => cell.lines.length > 0).map((cell) => cell.lines.length);
  return filled <= 12 && median(heights) > 9;
}

function columnOf(items: readonly Item[], pitchOf: PitchOf): BlockColumn {
  const rows = rowsOfLines(items.filter((item) => item.kind === 'line'));
  const found = new Map(borderlessTables(rows).map((table) => [table.first, table]));
  const ordered: Item[] = items.filter((item) => item.kind !== 'line');
  for (let at = 0; at < rows.length; ) {
    const table = found.get(at);
    ordered.push(table?.table ?? joinRow(rows[at] as Line[]));
    at = table?.end ?? at + 1;
  }
  ordered.sort((a, b) => a.top - b.top);
  const column = { left: least(ordered, (item) => item.left), right: most(ordered, (item) => item.right) };
  const blocks: Block[] = [];
  let lines: Line[] = [];
  for (const item of [...ordered, undefined]) {
    if (item?.kind === 'line') {
      lines.push(item);
      continue;
    }
    for (const paragraph of paragraphsOf(lines, column, pitchOf)) blocks.push(paragraph);
    lines = [];
    if (item) blocks.push(item);
  }
  return { ...column, blocks };
}

/** A line across the column becomes the border of the paragraph next to it. */
function placeBorders(
  rulings: readonly DrawnLine[],
  tables: readonly Table[],
  columns: readonly BlockColumn[],
): void {
  const paragraphs = columns.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'paragraph'));
  const free = rulings.filter(
    (line) =>
      line.to - line.from > 60 &&
      !tables.some(
        (table) =>
          table.left - 5 <= line.from &&
          line.to <= table.right + 5 &&
          table.top - 5 <= line.at &&
          line.at <= table.bottom + 5,
      ),
  );
  for (const line of free.slice(0, MOST_BORDERS)) {
    const beside = paragraphs.filter((paragraph) => paragraph.left < line.to && paragraph.right > line.from);
    const above = beside.filter(({ bottom }) => line.at >= bottom && line.at - bottom < BORDER_REACH);
    const [nearest] = above.sort((a, b) => b.bottom - a.bottom);
    if (nearest) {
      nearest.border = { side: 'bottom', line, distance: line.at - nearest.bottom };
      continue;
    }
    const below = beside.filter(({ top }) => top >= line.at && top - line.at < BORDER_REACH);
    const [next] = below.sort((a, b) => a.top - b.top);
    if (next) next.border = { side: 'top', line, distance: next.top - line.at };
  }
}

const MOST_BORDERS = 100;
/** Points between a paragraph and its border. */
const BORDER_REACH = 14;
