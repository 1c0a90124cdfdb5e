import { blank, type Line, makeLine } from './line.js';
import { lowerBound, median, Tally } from './numbers.js';
import type { Row } from './rows.js';
import {
  type Glyph,
  isBullet,
  isNumberMark,
  isRightToLeft,
  isSectionNumber,
  startsEastAsian,
} from './scripts.js';

/** A vertical line, or a white lane, that parts what stands on both sides of it. */
export interface Wall {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** A lane runs through this many rows at least. */
const LANE_ROWS = 9;
/** Letters on each side of a lane; a median of fewer is a list's marks or a table's figures. */
const LANE_LETTERS = 14;
/** Lanes looked at, and rows of a page with lanes: bounds the time on a page made to take long. */
const MOST_LANES = 150;
const MOST_ROWS = 3000;
/** Walls tried at one gap. */
const MOST_WALLS = 400;
const RIGHT_MARK = /^[.(]?\d{1,3}[.)]?$/;

type Gap = readonly [from: number, to: number];

/**
 * Cuts rows where a column, a table cell or a label ends, and adds the blanks that the PDF leaves out.
 *
 * @returns for each row its parts from left to right
 */
export function segmentsOf(rows: readonly Row[], rulings: readonly Wall[]): Line[][] {
  const walls = [...rulings.slice(0, MOST_WALLS), ...whiteLanes(rows)].sort((a, b) => a.at - b.at);
  return rows.map((row) => {
    const parts = cut(row, walls);
    return joinMarks(row, parts, rulings).map(makeLine);
  });
}

/** Gutters that are too narrow to be told from a word space in one row, but run through many. */
function whiteLanes(rows: readonly Row[]): Wall[] {
  if (rows.length > MOST_ROWS) return [];
  const gapsOfRows = rows.map(gapsOf);
  const places = new Tally<number>();
  for (const gaps of gapsOfRows) for (const [from, to] of gaps) places.add(Math.round((from + to) / 4) * 2);
  const tried = [...places.counts].sort((a, b) => b[1] - a[1]).slice(0, MOST_LANES);
  const lanes: Wall[] = [];
  for (const [x] of tried) {
    let run: Row[] = [];
    const end = () => {
      if (isLane(run, x)) lanes.push(wallThrough(run, x));
      run = [];
    };
    for (const [at, row] of rows.entries()) {
      // A row on one side only says nothing for or against.
      if ((row.glyphs[0] as Glyph).left > x || (row.glyphs.at(-1) as Glyph).right < x) continue;
      const gaps = gapsOfRows[at] as Gap[];
      const gap = gaps[lowerBound(gaps, (candidate) => candidate[1], x)];
      const isOpen = gap !== undefined && gap[0] <= x;
      const above = run.at(-1);
      if (!isOpen || (above && row.baseline - above.baseline >= 4 * row.size)) end();
      if (isOpen) run.push(row);
    }
    end();
  }
  return lanes;
}

function gapsOf(row: Row): Gap[] {
  const gaps: Gap[] = [];
  for (let at = 1; at < row.glyphs.length; at += 1) {
    const before = row.glyphs[at - 1] as Glyph;
    const after = row.glyphs[at] as Glyph;
    if (after.left - before.right > 0.33 * Math.max(before.size, after.size))
      gaps.push([before.right, after.left]);
  }
  return gaps;
}

function isLane(run: readonly Row[], x: number): boolean {
  if (run.length < LANE_ROWS) return false;
  const before = run.map((row) => lowerBound(row.glyphs, (glyph) => (glyph.left + glyph.right) / 2, x));
  const after = run.map((row, at) => row.glyphs.length - (before[at] as number));
  return median(before) >= LANE_LETTERS && median(after) >= LANE_LETTERS;
}

function wallThrough(run: readonly Row[], at: number): Wall {
  const first = run[0] as Row;
  return { at, from: first.baseline - first.size, to: (run.at(-1) as Row).baseline + 1 };
}

const stands = (wall: Wall, row: Row, size: number, slack: number) =>
  wall.from - slack <= row.baseline - 0.3 * size && row.baseline - 0.3 * size <= wall.to + slack;

function hasWall(walls: readonly Wall[], row: Row, before: Glyph, after: Glyph): boolean {
  const size = Math.max(1, Math.min(before.size, after.size));
  for (let at = lowerBound(walls, (wall) => wall.at, before.right - 1.5); at < walls.length; at += 1) {
    const wall = walls[at] as Wall;
    if (wall.at > after.left + 1.5) return false;
    if (stands(wall, row, size, 1)) return true;
  }
  return false;
}

function cut(row: Row, walls: readonly Wall[]): Glyph[][] {
  const parts: Glyph[][] = [];
  let part: Glyph[] = [];
  const gaps = row.glyphs.slice(1).map((glyph, at) => glyph.left - (row.glyphs[at] as Glyph).right);
  let usualGap: number | undefined;
  for (const [at, glyph] of row.glyphs.entries()) {
    const before = row.glyphs[at - 1];
    if (before) {
      const gap = glyph.left - before.right;
      const size = Math.max(1, Math.min(glyph.size, before.size));
      const isBlankThere = hasBlank(row, before, glyph, size);
      let limit = 1.05 * size;
      if (gap > limit && isBlankThere && gap < 1.9 * size && gaps.length > 3) {
        usualGap ??= median(
          gaps.filter((width) => width > 0.2 * size),
          size,
        );
        // Justified lines may have wide blanks.
        if (gap < 2.2 * usualGap) limit += 0.9 * size;
      }
      if (gap > limit || (gap > 0.5 && hasWall(walls, row, before, glyph))) {
        parts.push(part);
        part = [];
      } else if (isWordGap(before, glyph, gap / size, isBlankThere)) {
        part.push(blank(before, glyph.left));
      }
    }
    part.push(glyph);
  }
  parts.push(part);
  return parts;
}

function isWordGap(before: Glyph, after: Glyph, gapEm: number, isBlankThere: boolean): boolean {
  const isEastAsian = startsEastAsian(before.text) && startsEastAsian(after.text);
  if (isBlankThere && (!isEastAsian || gapEm > 0.2)) return true;
  return gapEm > (isEastAsian ? 0.6 : 0.17);
}

/** Whether the PDF has a blank between two characters. */
function hasBlank(row: Row, before: Glyph, after: Glyph, size: number): boolean {
  const x =
    row.blanks[
      lowerBound(row.blanks, (blankAt) => blankAt, Math.max(before.left, before.right - 0.35 * size))
    ];
  return x !== undefined && x < after.right && x <= after.left + 0.35 * size && x > before.left;
}

const textOf = (part: readonly Glyph[]) =>
  part
    .map(({ text }) => text)
    .join('')
    .trim();

/** A list's mark belongs to the text behind it (of a right-to-left line: before it). */
function joinMarks(row: Row, parts: Glyph[][], rulings: readonly Wall[]): Glyph[][] {
  const joined: Glyph[][] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] as Glyph[];
    const next = parts[at + 1];
    if (next && part.length <= 12 && isMarkOf(row, part, next, rulings, at)) {
      joined.push([...part, blank(part.at(-1) as Glyph, (next[0] as Glyph).left), ...next]);
      at += 1;
    } else {
      joined.push(part);
    }
  }
  const last = joined.at(-1) as Glyph[];
  const before = joined.at(-2);
  if (before && last.length <= 12 && isRightMark(last, before)) {
    const gap = blank(before.at(-1) as Glyph, (last[0] as Glyph).left);
    return [...joined.slice(0, -2), [...before, gap, ...last]];
  }
  return joined;
}

function isMarkOf(row: Row, part: Glyph[], next: Glyph[], rulings: readonly Wall[], at: number): boolean {
  const text = textOf(part);
  const first = part[0] as Glyph;
  const last = part.at(-1) as Glyph;
  const follower = next[0] as Glyph;
  const isSign = text.length === 1 && (text === 'o' || first.style.font.isSymbolic);
  if (!isBullet(text) && (at > 0 || !(isNumberMark(text) || isSectionNumber(text) || isSign))) return false;
  if (follower.left - last.right >= 4.5 * follower.size) return false;
  return !rulings
    .slice(0, MOST_WALLS)
    .some(
      (wall) =>
        wall.at >= last.right - 1 && wall.at <= follower.left + 1 && stands(wall, row, follower.size, 0),
    );
}

function isRightMark(last: Glyph[], before: Glyph[]): boolean {
  const text = textOf(last);
  const neighbour = before.at(-1) as Glyph;
  return (
    (isBullet(text) || RIGHT_MARK.test(text)) &&
    before.some((glyph) => isRightToLeft(glyph.text)) &&
    (last[0] as Glyph).left - neighbour.right < 4.5 * neighbour.size
  );
}
