import type { Line } from './line.js';
import { type HyphenatedWords, makeParagraph, type Paragraph } from './paragraph.js';
import { hasEastAsian, isBullet, isNumberMark, isSectionNumber } from './scripts.js';

/** The usual distance of baselines for text of a size, points. */
export type PitchOf = (size: number) => number;

/** What of the whole document the reading of a page needs. */
export interface Reading {
  readonly pitchOf: PitchOf;
  readonly words: HyphenatedWords;
}

export interface Column {
  readonly left: number;
  readonly right: number;
}

/** A paragraph that grows line by line. */
interface Growing {
  readonly lines: Line[];
  isCentred: boolean;
  /** Whether all its lines stand around the middle. */
  areAllCentred: boolean;
}

/** How many lines of a quotation are looked at for its right edge. */
const QUOTATION_LINES = 40;

/** Groups lines into paragraphs. @param lines - of one column or cell, in order */
export function paragraphsOf(lines: readonly Line[], column: Column, pitchOf: PitchOf): Paragraph[] {
  const grown: Growing[] = [];
  for (const [at, line] of lines.entries()) {
    let current = grown.at(-1);
    if (!current || startsParagraph(current, line, { lines, at, column, pitchOf })) {
      current = { lines: [], isCentred: false, areAllCentred: true };
      grown.push(current);
    }
    current.lines.push(line);
    const first = current.lines[0] as Line;
    const offset = (line.left + line.right - column.left - column.right) / 2;
    current.areAllCentred &&= Math.abs(offset) < Math.max(3, 0.5 * line.size);
    const isIndented = line.left > column.left + 1.5 * line.size;
    const wasCentred =
      current.lines.length > 1 && current.isCentred && first.left > column.left + 1.5 * first.size;
    current.isCentred = current.areAllCentred && (isIndented || wasCentred);
  }
  return grown.map(({ lines: held, isCentred }) => makeParagraph(held, isCentred, column));
}

interface Surroundings {
  readonly lines: readonly Line[];
  readonly at: number;
  readonly column: Column;
  readonly pitchOf: PitchOf;
}

function startsParagraph(paragraph: Growing, line: Line, around: Surroundings): boolean {
  const last = paragraph.lines.at(-1) as Line;
  const distance = line.baseline - last.baseline;
  const [before, after] = [last.tag.block, line.tag.block];
  if (before && after) {
    if (before.id !== after.id)
      return before.list === undefined || before.list !== after.list || Boolean(line.mark);
    if (distance > 0) return false;
  }
  const size = Math.max(line.size, last.size);
  const fewest = Math.min(line.letterCount, last.letterCount);
  if (Math.abs(line.size - last.size) > 0.12 * size && fewest >= 4) return true;
  const pitch = around.pitchOf(line.size);
  if (distance < 0.3 * size) return true;
  if (distance > Math.max(pitch * 1.28, pitch + 1.2) && distance > 1.3 * size) return true;
  const room = roomBehind(paragraph, last, line, around);
  const goesOnLight = last.isBold && !line.isBold && room < line.firstWordWidth;
  if (last.isBold !== line.isBold && fewest > 3 && !goesOnLight) return true;
  if (isCode(last) && isCode(line) && room > 3 * line.size) {
    line.keepsBreak = true;
    return false;
  }
  if (startsItem(paragraph, last, line, room)) return true;
  if (line.tabs.length > 0 || last.tabs.length > 0) return true;
  const width = around.column.right - around.column.left;
  const slack = 0.35 * line.size + (hasEastAsian(line.text) ? line.size : 0.02 * width);
  // The next word would have fitted: the author ended the line.
  if (room > line.firstWordWidth + slack) return true;
  return !paragraph.isCentred && isIndented(paragraph, last, line, around);
}

/** How much of the last line is free. */
function roomBehind(paragraph: Growing, last: Line, line: Line, { lines, at, column }: Surroundings): number {
  if (paragraph.isCentred) return column.right - column.left - (last.right - last.left);
  if (line.isRightToLeft) return last.left - column.left;
  const indent = last.left - column.left;
  if (indent <= 10 || indent >= 90 || paragraph.lines[0]?.mark) return column.right - last.right;
  // A quotation stands in on both sides alike.
  const first = at - paragraph.lines.length;
  let right = Number.NEGATIVE_INFINITY;
  for (const other of lines.slice(first, first + QUOTATION_LINES)) {
    if (Math.abs(other.left - last.left) > 2 || Math.abs(other.size - last.size) > 0.3) break;
    right = Math.max(right, other.right);
  }
  const mirrored = column.right - indent;
  return (Number.isFinite(right) && right <= mirrored + 2 ? mirrored : column.right) - last.right;
}

const isCode = (line: Line) =>
  line.glyphs[0]?.style.font.isMonospaced === true && line.glyphs.at(-1)?.style.font.isMonospaced === true;

function startsItem(paragraph: Growing, last: Line, line: Line, room: number): boolean {
  const { mark } = line;
  if (!mark || !(isBullet(mark) || isNumberMark(mark) || isSectionNumber(mark))) return false;
  return (
    line.isRightToLeft ||
    Math.abs(line.left - (paragraph.lines[0] as Line).left) < 2 ||
    line.left < last.left - 2 ||
    room > line.firstWordWidth ||
    line.left > last.left + 0.8 * line.size
  );
}

/** Whether the line stands in or out in the way of a first line. */
function isIndented(
  paragraph: Growing,
  last: Line,
  line: Line,
  { lines, at, pitchOf }: Surroundings,
): boolean {
  const shift = (from: Line, to: Line) => (line.isRightToLeft ? from.right - to.right : to.left - from.left);
  const by = shift(last, line);
  const isSecond = paragraph.lines.length === 1;
  const hasMark = Boolean(paragraph.lines[0]?.mark);
  if (by > 0.55 * line.size) {
    if (!isSecond) return true;
    const next = lines[at + 1];
    const hangs =
      next !== undefined &&
      Math.abs(shift(line, next)) < 2 &&
      next.baseline - line.baseline < 1.4 * pitchOf(line.size);
    return !(hasMark || hangs);
  }
  return by < -0.55 * line.size && !(isSecond && !hasMark);
}
