import type { Fill, Link } from '../model.js';
import { joinRow, rowsOfLines } from './line.js';
import { least, most } from './numbers.js';
import { type Paragraph, settle } from './paragraph.js';
import { paragraphsOf, type Reading } from './paragraphs.js';
import type { Cell, Table } from './table.js';

/** Fills that are looked at for each cell. */
const MOST_FILLS = 300;
/** Space between a cell's edge and its text that is no indent. */
const CELL_EDGE = 2;

/** Turns the lines in the cells into paragraphs, and finds how they are aligned and what colour lies behind them. */
export function settleTable(
  table: Table,
  fills: readonly Fill[],
  reading: Reading,
  links: readonly Link[],
): void {
  const looked = fills.slice(0, MOST_FILLS);
  for (const cell of table.cells) {
    const column = { left: cell.left + CELL_EDGE, right: cell.right - CELL_EDGE };
    cell.paragraphs = paragraphsOf(rowsOfLines(cell.lines).map(joinRow), column, reading.pitchOf);
    cell.lines = [];
    cell.fill = looked.findLast((fill) => liesBehind(fill, cell))?.colour;
  }
  const byColumn = Map.groupBy(
    table.cells.filter((cell) => cell.columnSpan === 1 && cell.paragraphs.length > 0),
    (cell) => cell.column,
  );
  for (const cells of byColumn.values()) align(cells, table.isRuled);
  for (const { paragraphs } of table.cells) {
    for (const paragraph of paragraphs) settle(paragraph, links, reading.words);
  }
}

function liesBehind(fill: Fill, cell: Cell): boolean {
  const x = (cell.left + cell.right) / 2;
  const y = (cell.top + cell.bottom) / 2;
  return fill.left - 2 <= x && x <= fill.right + 2 && fill.top - 1 <= y && y <= fill.bottom + 1;
}

/** Compares the free space on both sides over one column. */
function align(cells: readonly Cell[], isRuled: boolean): void {
  const placed = cells.flatMap((cell) => cell.paragraphs.map((paragraph) => ({ cell, paragraph })));
  const left = least(placed, ({ paragraph }) => paragraph.left);
  const right = most(placed, ({ paragraph }) => paragraph.right);
  const padding = Math.min(
    least(placed, ({ cell, paragraph }) => paragraph.left - cell.left),
    least(placed, ({ cell, paragraph }) => cell.right - paragraph.right),
  );
  for (const { cell, paragraph } of placed) {
    const before = isRuled ? paragraph.left - cell.left - padding : paragraph.left - left;
    const after = isRuled ? cell.right - paragraph.right - padding : right - paragraph.right;
    paragraph.alignment = alignmentBetween(paragraph, before, after);
    if (paragraph.alignment !== 'left') paragraph.firstIndent = 0;
  }
}

function alignmentBetween({ alignment }: Paragraph, before: number, after: number): Paragraph['alignment'] {
  if (after < 2.5 && before > 4 + after) return 'right';
  if (Math.abs(before - after) < 3 && before > 4) return 'center';
  return (alignment === 'center' || alignment === 'right') && before < 3 ? 'left' : alignment;
}
