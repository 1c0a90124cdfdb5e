import type { Fill, Page } from '../model.js';
import { type Line, rowsOfLines } from './line.js';
import { lowerBound } from './numbers.js';
import { rowsOf } from './rows.js';
import { ruledTables } from './ruled-tables.js';
import { type DrawnLine, meet, mergeRulings } from './rulings.js';
import { segmentsOf } from './segments.js';
import type { Table } from './table.js';

/** A page whose characters are lines, before tables and columns are told apart. */
export interface PreparedPage {
  readonly page: Page;
  lines: Line[];
  /** Horizontal lines other than those under or through words. */
  readonly rulings: DrawnLine[];
  /** Tables drawn with lines; their cells are empty still. */
  readonly tables: Table[];
  /** Coloured areas, without the page's own. */
  readonly fills: Fill[];
}

/** Reads the lines and the rulings of a page. */
export function preparePage(page: Page): PreparedPage {
  const horizontal = mergeRulings(page.rulings, 'horizontal');
  const vertical = mergeRulings(page.rulings, 'vertical');
  const lines = linesOf(page, vertical);
  const rulings = takeUnderlines(horizontal, vertical, lines);
  const fills = page.fills.filter(
    (fill) =>
      (fill.right - fill.left) * (fill.bottom - fill.top) < 0.9 * page.width * page.height &&
      fill.colour !== 'FFFFFF' &&
      fill.alpha > 20,
  );
  return { page, lines, rulings, tables: ruledTables(rulings, vertical), fills };
}

/**
 * The lines of level text, from top to bottom and from left to right; what stands side by side is cut at wide gaps, at drawn
 * lines and at white lanes.
 */
export function linesOf(
  page: Page,
  vertical: readonly DrawnLine[] = mergeRulings(page.rulings, 'vertical'),
): Line[] {
  const lines = segmentsOf(rowsOf(page.characters), vertical).flat();
  return page.isTagged ? lines : lines.map((line) => ({ ...line, tag: {} }));
}

/** Marks the characters that a line underlines or strikes out. @returns the lines that do neither */
function takeUnderlines(
  horizontal: readonly DrawnLine[],
  vertical: readonly DrawnLine[],
  lines: readonly Line[],
): DrawnLine[] {
  const rows = rowsOfLines(lines);
  const baselineOf = (row: readonly Line[]) => row[0]?.baseline ?? 0;
  return horizontal.filter((ruling) => {
    if (vertical.some((line) => meet(ruling, line, 2))) return true;
    const first = lowerBound(rows, baselineOf, ruling.at - 12);
    for (const row of rows.slice(first, first + 8)) {
      for (const line of row.slice(0, 400)) {
        if (!runsAlong(ruling, line)) continue;
        const isThrough = ruling.at < line.baseline - 0.15 * line.size;
        for (const glyph of line.glyphs) {
          const x = (glyph.left + glyph.right) / 2;
          if (ruling.from - 1 <= x && x <= ruling.to + 1)
            glyph.decoration = isThrough ? 'strike' : 'underline';
        }
        return false;
      }
    }
    return true;
  });
}

const runsAlong = (ruling: DrawnLine, line: Line) =>
  line.left - 2 <= ruling.from &&
  ruling.to <= line.right + 2 &&
  ruling.at - line.baseline > -0.45 * line.size &&
  ruling.at - line.baseline < 0.3 * line.size + 1;
