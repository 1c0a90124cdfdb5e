import type { Box, Character, Tag } from '../model.js';
import { least, median, most, Tally, toHalf } from './numbers.js';
import {
  type Glyph,
  isBullet,
  isNumberMark,
  isSectionNumber,
  readingOrder,
  startsEastAsian,
} from './scripts.js';

/** What a piece of a line stands on. */
export interface LineTag {
  readonly block?: Tag['block'];
  /** The table cell around it. */
  readonly cell?: { readonly id: number; readonly row: number; readonly table: number };
}

/** A line of text, or the part of it that stands in one column. Points, as in the page model. */
export interface Line {
  readonly kind: 'line';
  left: number;
  right: number;
  top: number;
  bottom: number;
  baseline: number;
  /** The commonest, to half a point. */
  size: number;
  /** In reading order. */
  glyphs: Glyph[];
  text: string;
  readonly isRightToLeft: boolean;
  isBold: boolean;
  /** Characters other than blanks. */
  letterCount: number;
  readonly tag: LineTag;
  /** A bullet or a number at its start. */
  readonly mark?: string | undefined;
  /** Where the text after the mark starts. */
  readonly textLeft: number;
  readonly firstWordWidth: number;
  /** x of the parts that stand behind a tab stop. */
  readonly tabs: readonly number[];
  /** Of code: the line break stays. */
  keepsBreak?: boolean;
  /** Of text at another angle: the angle, and the box as seen. */
  aside?: { readonly angle: number; readonly box: Box };
}

/** A blank between two characters. */
export const blank = (before: Character, right: number, text = ' '): Glyph => ({
  text,
  left: before.right,
  right,
  top: before.top,
  bottom: before.bottom,
  baseline: before.baseline,
  size: before.size,
  style: before.style,
  isSoftHyphen: false,
});

/**
 * Measures a line.
 *
 * @param visual - its characters from left to right, blanks included; one at least is none
 */
export function makeLine(visual: Glyph[]): Line {
  const seen = visual.filter(({ text }) => text !== ' ');
  const sizes = new Tally<number>();
  for (const { size } of seen) sizes.add(toHalf(size));
  const size = sizes.top() || 10;
  const usual = seen.filter((glyph) => Math.abs(glyph.size - size) < 0.8);
  const main = usual.length > 0 ? usual : seen;
  const baseline = median(main.map((glyph) => glyph.baseline));
  let top = least(main, (glyph) => glyph.top);
  let bottom = most(main, (glyph) => glyph.bottom);
  if (bottom - top > 1.8 * size) {
    top = baseline - 0.95 * size;
    bottom = baseline + 0.25 * size;
  }
  const { glyphs, isRightToLeft } = readingOrder(visual);
  const text = glyphs
    .map((glyph) => glyph.text)
    .join('')
    .trim();
  const mark = markOf(text, glyphs[0] as Glyph);
  return {
    kind: 'line',
    left: least(seen, (glyph) => glyph.left),
    right: most(seen, (glyph) => glyph.right),
    top,
    bottom,
    baseline,
    size,
    glyphs,
    text,
    isRightToLeft,
    isBold: seen.filter(({ style }) => style.font.isBold).length >= 0.9 * seen.length,
    letterCount: seen.length,
    tag: commonTag(seen),
    mark,
    textLeft: textLeft(glyphs, mark),
    firstWordWidth: firstWordWidth(glyphs, text),
    tabs: [],
  };
}

function markOf(text: string, first: Glyph): string | undefined {
  const end = text.indexOf(' ');
  const token = end < 0 ? text : text.slice(0, end);
  if (text.length > 1 && token.length === 1) {
    if (isBullet(token) || first.style.font.isSymbolic || token === 'o') return token;
  }
  return isNumberMark(token) || isSectionNumber(token) ? token : undefined;
}

function textLeft(glyphs: readonly Glyph[], mark = ''): number {
  let spelled = 0;
  for (const glyph of glyphs) {
    if (spelled >= mark.length && glyph.text !== ' ') return glyph.left;
    spelled += glyph.text.length;
  }
  return glyphs[0]?.left ?? 0;
}

function firstWordWidth(glyphs: readonly Glyph[], text: string): number {
  const start = glyphs.findIndex((glyph) => glyph.text !== ' ');
  const blankAt = startsEastAsian(text)
    ? start + 1
    : glyphs.findIndex((glyph, at) => at > start && glyph.text === ' ');
  const word = glyphs.slice(start, blankAt < 0 ? undefined : blankAt);
  return most(word, (glyph) => glyph.right) - least(word, (glyph) => glyph.left);
}

function commonTag(seen: readonly Glyph[]): LineTag {
  const blocks = new Tally<number | undefined>();
  const cells = new Tally<number | undefined>();
  const tags = new Map<number | undefined, Tag>();
  const cellTags = new Map<number | undefined, Tag>();
  for (const { style } of seen) {
    const { tag } = style;
    blocks.add(tag?.block?.id);
    cells.add(tag?.cell);
    if (tag?.block) tags.set(tag.block.id, tag);
    if (tag?.cell !== undefined) cellTags.set(tag.cell, tag);
  }
  const inside = cellTags.get(cells.top());
  return {
    block: tags.get(blocks.top())?.block,
    ...(inside?.cell !== undefined && inside.row !== undefined && inside.table !== undefined
      ? { cell: { id: inside.cell, row: inside.row, table: inside.table } }
      : {}),
  };
}

/** Parts of lines of one column that stand on one baseline, from left to right; the rows from top to bottom. */
export function rowsOfLines(lines: readonly Line[]): Line[][] {
  const rows: Line[][] = [];
  for (const line of lines.toSorted((a, b) => a.baseline - b.baseline || a.left - b.left)) {
    const row = rows.at(-1);
    const last = row?.at(-1);
    if (row && last && Math.abs(line.baseline - last.baseline) < 0.45 * Math.min(line.size, last.size))
      row.push(line);
    else rows.push([line]);
  }
  for (const row of rows) row.sort((a, b) => a.left - b.left);
  return rows;
}

/** Joins the parts of a row, from left to right; a wide gap becomes a tab. */
export function joinRow(row: readonly Line[]): Line {
  const [leftmost, ...others] = row as [Line, ...Line[]];
  if (others.length === 0) return leftmost;
  const joined = { ...leftmost };
  const tabs: number[] = [];
  // What is read before the leftmost part (last first), and behind it.
  const ahead: Glyph[][] = [];
  const behind: Glyph[][] = [];
  for (const part of others) {
    const isWide = part.left - joined.right > 2 * joined.size;
    const gap = {
      ...blank(joined.glyphs.at(-1) as Glyph, part.left, isWide ? '\t' : ' '),
      left: joined.right,
    };
    if (leftmost.isRightToLeft && part.isRightToLeft) ahead.push([...part.glyphs, gap]);
    else behind.push([gap, ...part.glyphs]);
    if (isWide) tabs.push(part.left);
    if (part.letterCount > joined.letterCount) {
      joined.size = part.size;
      joined.baseline = part.baseline;
    }
    joined.right = part.right;
    joined.letterCount += part.letterCount;
    joined.isBold &&= part.isBold;
    joined.top = Math.min(joined.top, part.top);
    joined.bottom = Math.max(joined.bottom, part.bottom);
  }
  const glyphs = [...ahead.reverse(), leftmost.glyphs, ...behind].flat();
  const text = glyphs
    .map((glyph) => glyph.text)
    .join('')
    .trim();
  return { ...joined, glyphs, text, tabs };
}
