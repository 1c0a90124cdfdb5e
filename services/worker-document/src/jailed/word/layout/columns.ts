import type { Figure } from './figures.js';
import type { Line } from './line.js';
import { least, median, most } from './numbers.js';
import { hasEastAsian } from './scripts.js';
import type { Table } from './table.js';

/** What stands on a page beside or below other things. */
export type Item = Line | Table | Figure;

/** Columns that are read one after the other; one of them: the whole width. */
export type Region = Item[][];

/** More items are no page to read; bounds the search, which is quadratic. */
const MOST_ITEMS = 1500;
const DEEPEST = 6;
const NARROWEST_COLUMN = 70;
const NARROWEST_GUTTER = 7;

interface Cut {
  readonly score: number;
  readonly run: readonly Item[];
  readonly before: Item[];
  readonly after: Item[];
}

/** Parts a page into regions of columns, in reading order. */
export function regionsOf(items: readonly Item[], depth = 0): Region[] {
  const ordered = items.toSorted((a, b) => a.top - b.top || a.left - b.left);
  if (ordered.length === 0) return [];
  const cut =
    ordered.length < 4 || ordered.length > MOST_ITEMS || depth > DEEPEST ? undefined : bestCut(ordered);
  if (!cut) return [[ordered]];
  const { run, before, after } = withoutHeadline(cut, ordered);
  const parted = new Set(run);
  const top = least(run, (item) => item.top);
  const outside = ordered.filter((item) => !parted.has(item));
  const columns = [before, after].flatMap((side) => {
    const inner = regionsOf(side, depth + 1);
    const [only] = inner;
    return only && inner.length === 1 && only.length > 1 ? only : [inner.flat(2)];
  });
  return [
    ...regionsOf(
      outside.filter((item) => item.top < top),
      depth + 1,
    ),
    columns,
    ...regionsOf(
      outside.filter((item) => item.top >= top),
      depth + 1,
    ),
  ];
}

/** The gutter that parts the highest run of items. */
function bestCut(items: readonly Item[]): Cut | undefined {
  const left = least(items, (item) => item.left);
  const right = most(items, (item) => item.right);
  const edges = new Set(items.flatMap((item) => [Math.round(item.right + 3), Math.round(item.left - 3)]));
  let best: Cut | undefined;
  for (const x of [...edges].sort((a, b) => a - b)) {
    if (x <= left + 60 || x >= right - 60) continue;
    let run: Item[] = [];
    for (const item of [...items, undefined]) {
      if (item && (item.left >= x - 1 || item.right <= x + 1)) {
        run.push(item);
        continue;
      }
      const cut = cutAt(run, x);
      if (cut && (!best || cut.score > best.score)) best = cut;
      run = [];
    }
  }
  return best;
}

const isHigh = (item: Item) => item.kind !== 'line' && item.bottom - item.top > 60;
const isSide = (side: readonly Item[]) => side.length >= 3 || side.some(isHigh);
const widthOf = (side: readonly Item[]) =>
  most(side, (item) => item.right) - least(side, (item) => item.left);

function cutAt(run: readonly Item[], x: number): Cut | undefined {
  if (run.length < 2) return undefined;
  const before = run.filter((item) => item.right <= x + 1);
  const after = run.filter((item) => item.left >= x - 1);
  if (before.length === 0 || after.length === 0 || !isSide(before) || !isSide(after)) return undefined;
  const gutter = least(after, (item) => item.left) - most(before, (item) => item.right);
  if (gutter < NARROWEST_GUTTER) return undefined;
  const tops = [before, after].map((side) => least(side, (item) => item.top));
  const bottoms = [before, after].map((side) => most(side, (item) => item.bottom));
  const shared = Math.min(...bottoms) - Math.max(...tops);
  const height = Math.max(...bottoms) - Math.min(...tops);
  if (shared < 45 || shared < 0.3 * height) return undefined;
  const [widthBefore, widthAfter] = [widthOf(before), widthOf(after)];
  if (Math.min(widthBefore, widthAfter) < NARROWEST_COLUMN) return undefined;
  if (!isWordy(before, widthBefore) || !isWordy(after, widthAfter)) return undefined;
  const score = height + Math.min(gutter, 20) * 0.1 + Math.min(before.length, after.length) * 0.01;
  return { score, run, before, after };
}

/** Whether a side holds running text, and not the labels or the figures of a table. */
function isWordy(side: readonly Item[], sideWidth: number): boolean {
  const lines = side.filter((item) => item.kind === 'line');
  const hasOthers = lines.length < side.length;
  if (lines.length === 0) return hasOthers;
  const widths = lines.map((line) => line.right - line.left).sort((a, b) => a - b);
  const usual = (widths[Math.floor(0.85 * (widths.length - 1))] as number) * 1.02;
  const width = lines.length > 8 ? Math.min(sideWidth, usual) : sideWidth;
  if (width < NARROWEST_COLUMN) return false;
  const long = widths.filter((lineWidth) => lineWidth > 0.55 * width).length;
  const letters = median(lines.map((line) => line.text.length * (hasEastAsian(line.text) ? 2.2 : 1)));
  return (long >= 0.4 * lines.length && letters >= 16) || (hasOthers && letters >= 12);
}

/** The first lines of one side may belong to the headline above both. */
function withoutHeadline({ score, run, before, after }: Cut, items: readonly Item[]): Cut {
  const [topBefore, topAfter] = [least(before, (item) => item.top), least(after, (item) => item.top)];
  const [higher, lower] = [Math.min(topBefore, topAfter), Math.max(topBefore, topAfter)];
  const early = (topBefore < topAfter ? before : after).filter(
    (item) => item.kind === 'line' && item.bottom < lower + 2,
  );
  const parted = new Set(run);
  const above = items.filter((item) => item.bottom <= higher + 4 && !parted.has(item));
  const [first] = early;
  if (first?.kind !== 'line' || early.length > 3 || above.length === 0) return { score, run, before, after };
  if (first.top - most(above, (item) => item.bottom) >= 0.8 * first.size)
    return { score, run, before, after };
  const taken = new Set<Item>(early);
  const keep = (item: Item) => !taken.has(item);
  return { score, run: run.filter(keep), before: before.filter(keep), after: after.filter(keep) };
}
