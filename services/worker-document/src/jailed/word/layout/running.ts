import type { Page } from '../model.js';
import type { Line } from './line.js';
import type { PreparedPage } from './prepare.js';

export type RunningKind = 'header' | 'footer';

/** A running head or foot of one page. */
export interface RunningLine {
  readonly kind: RunningKind;
  /** Its text with `#` for numbers: equal on all pages. */
  readonly key: string;
  readonly line: Line;
}

/** How much of a page's height is its head, and its foot. */
const MARGIN = 0.13;
/** Heights are compared in steps of this many points. */
const STEP = 8;
/** A table with more cells holds no running head. */
const SMALL_TABLE = 4;

const kindOf = (line: Line, page: Page): RunningKind | undefined => {
  if (line.baseline < MARGIN * page.height) return 'header';
  return line.baseline > (1 - MARGIN) * page.height ? 'footer' : undefined;
};

function keyOf(text: string): string {
  const numbers = text.replace(/\d+/g, '#');
  // Short ones may be Roman page numbers.
  return text.length < 12 ? numbers.replace(/(?<![\p{L}\d])[ivxlc]+(?![\p{L}\d])/gu, '#') : numbers;
}

/** Finds the lines that stand at the same height of most pages: the same text, numbers aside. */
export class RunningLines {
  private readonly pages = new Map<string, Set<number>>();
  private pageCount = 0;
  private decided: Set<string> | undefined;

  /** Counts the lines of a page, each page once. */
  add({ page, lines, tables }: PreparedPage): void {
    this.pageCount += 1;
    for (const line of lines) {
      const kind = kindOf(line, page);
      if (!kind || isInTable(line, tables)) continue;
      const place = placeOf(kind, line);
      const seen = this.pages.get(place) ?? new Set();
      this.pages.set(place, seen.add(page.index));
    }
  }

  /** Takes the running lines out of a page. To be called when all pages are counted. */
  take(prepared: PreparedPage): RunningLine[] {
    this.decided ??= this.decide();
    const taken: RunningLine[] = [];
    const rest: Line[] = [];
    for (const line of prepared.lines) {
      const kind = kindOf(line, prepared.page);
      if (kind && this.decided.has(placeOf(kind, line)) && !isInTable(line, prepared.tables)) {
        taken.push({ kind, key: keyOf(line.text), line });
      } else {
        rest.push(line);
      }
    }
    prepared.lines = rest;
    return taken;
  }

  private decide(): Set<string> {
    const decided = new Set<string>();
    if (this.pageCount < 2) return decided;
    for (const [place, seen] of this.pages) {
      const next = nextPlace(place);
      const pages = new Set([...seen, ...(this.pages.get(next) ?? [])]);
      const areAlternate =
        this.pageCount >= 5 &&
        pages.size >= 0.35 * this.pageCount &&
        new Set([...pages].map((index) => index % 2)).size === 1;
      if (pages.size < Math.max(2, 0.6 * this.pageCount) && !areAlternate) continue;
      decided.add(place);
      if (this.pages.has(next)) decided.add(next);
    }
    return decided;
  }
}

const placeOf = (kind: RunningKind, line: Line) =>
  `${Math.round(line.baseline / STEP)} ${kind} ${keyOf(line.text)}`;

/** The same text one step further down. */
function nextPlace(place: string): string {
  const end = place.indexOf(' ');
  return `${Number(place.slice(0, end)) + 1}${place.slice(end)}`;
}

const isInTable = (line: Line, tables: PreparedPage['tables']) =>
  tables.some(
    (table) =>
      table.cells.length > SMALL_TABLE &&
      table.left <= line.left + 2 &&
      table.top <= line.baseline &&
      line.baseline <= table.bottom,
  );
