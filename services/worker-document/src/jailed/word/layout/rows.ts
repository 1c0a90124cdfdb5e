import { lowerBound, most } from './numbers.js';
import { type Glyph, spellOut } from './scripts.js';

/** Characters of one baseline, over the whole width of the page. */
export interface Row {
  baseline: number;
  /** Of its largest character. */
  size: number;
  /** Without blanks, from left to right. */
  glyphs: Glyph[];
  /** x of the middle of the blanks that the PDF has, ascending. */
  blanks: number[];
}

/** How many rows above a character are looked at, so that the time stays linear. */
const RECENT_ROWS = 6;
/** How many characters of a row are looked at for a raised neighbour. */
const RECENT_GLYPHS = 24;
/** Rows above and below that may hold the line of a raised row. */
const NEAR_ROWS = 8;
/** A longer row of small print is a line of its own. */
const LONGEST_RAISED = 40;
const NOT_SHOWN = new Set(['\t', '\u200b', '\ufeff']);

const middle = (glyph: Glyph) => (glyph.left + glyph.right) / 2;

/** Groups characters by baseline; raised and lowered small print joins the line beside it. From top to bottom. */
export function rowsOf(characters: readonly Glyph[]): Row[] {
  const { letters, blanks } = cleaned(characters);
  const rows: Row[] = [];
  for (const glyph of letters.toSorted((a, b) => a.baseline - b.baseline || a.left - b.left)) {
    const row = rows.slice(-RECENT_ROWS).findLast((candidate) => belongs(glyph, candidate));
    if (row) {
      row.glyphs.push(glyph);
      if (glyph.size > row.size) {
        row.size = glyph.size;
        row.baseline = glyph.baseline;
      }
    } else {
      rows.push({ baseline: glyph.baseline, size: glyph.size, glyphs: [glyph], blanks: [] });
    }
  }
  rows.sort((a, b) => a.baseline - b.baseline);
  for (const row of rows) row.glyphs.sort((a, b) => middle(a) - middle(b));
  joinRaised(rows);
  const kept = rows.filter((row) => row.glyphs.length > 0);
  placeBlanks(kept, blanks);
  return kept;
}

/** Leaves out what is not shown and the second of two equal letters at one place (bold by drawing twice). */
function cleaned(characters: readonly Glyph[]): { letters: Glyph[]; blanks: Glyph[] } {
  const letters: Glyph[] = [];
  const blanks: Glyph[] = [];
  const seen = new Set<string>();
  for (const glyph of characters) {
    glyph.text = spellOut(glyph.text);
    if (glyph.text.trim() === '') {
      if (!NOT_SHOWN.has(glyph.text)) blanks.push(glyph);
      continue;
    }
    if (NOT_SHOWN.has(glyph.text) || glyph.right <= glyph.left) continue;
    const key = `${glyph.text} ${Math.round(glyph.left)} ${Math.round(glyph.baseline)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    letters.push(glyph);
  }
  return { letters, blanks };
}

function belongs(glyph: Glyph, row: Row): boolean {
  const distance = Math.abs(glyph.baseline - row.baseline);
  const smaller = Math.min(glyph.size, row.size);
  const larger = Math.max(glyph.size, row.size);
  if (distance <= 0.28 * smaller) return true;
  if (distance >= 0.55 * larger || smaller >= 0.85 * larger) return false;
  const reach = 0.35 * row.size;
  return row.glyphs
    .slice(-RECENT_GLYPHS)
    .some(
      (other) =>
        isWithin(glyph.left - other.right, -0.3 * row.size, reach) ||
        isWithin(other.left - glyph.right, -0.3 * row.size, reach),
    );
}

const isWithin = (value: number, from: number, to: number) => value > from && value < to;

function joinRaised(rows: Row[]): void {
  for (const [at, row] of rows.entries()) {
    if (row.glyphs.length > LONGEST_RAISED || row.glyphs.length === 0) continue;
    const size = most(row.glyphs, (glyph) => glyph.size);
    for (
      let other = Math.max(0, at - NEAR_ROWS);
      other <= at + NEAR_ROWS && row.glyphs.length > 0;
      other += 1
    ) {
      const line = rows[other];
      if (!line || other === at || line.glyphs.length === 0) continue;
      if (Math.abs(row.baseline - line.baseline) > 0.6 * line.size || size > 0.86 * line.size) continue;
      const overlapping = row.glyphs.filter((glyph) => overlaps(glyph, line));
      if (overlapping.length > 0.3 * row.glyphs.length) continue;
      moveRaised(row, line, size);
    }
  }
}

function overlaps(glyph: Glyph, line: Row): boolean {
  const x = middle(glyph);
  return neighbours(line, x).some((other) =>
    isWithin(x, other.left + 0.25 * other.size, other.right - 0.1 * other.size),
  );
}

/** The characters of a row around a place. */
function neighbours(line: Row, x: number): Glyph[] {
  const at = lowerBound(line.glyphs, middle, x);
  return line.glyphs.slice(Math.max(0, at - 3), at + 3);
}

function moveRaised(row: Row, line: Row, size: number): void {
  const moved = new Set(
    row.glyphs.filter((glyph) =>
      neighbours(line, middle(glyph)).some(
        (other) =>
          isWithin(glyph.left - other.right, -0.25 * line.size, 0.6 * line.size) ||
          isWithin(other.left - glyph.right, -0.25 * line.size, 0.4 * line.size),
      ),
    ),
  );
  if (moved.size === 0) return;
  const touches = (a: Glyph | undefined, b: Glyph | undefined) =>
    a !== undefined && b !== undefined && moved.has(a) && isWithin(b.left - a.right, -0.3 * size, 0.6 * size);
  const touchesBehind = (a: Glyph, b: Glyph | undefined) =>
    b !== undefined && moved.has(b) && isWithin(b.left - a.right, -0.3 * size, 0.6 * size);
  for (const [at, glyph] of row.glyphs.entries()) if (touches(row.glyphs[at - 1], glyph)) moved.add(glyph);
  for (let at = row.glyphs.length - 1; at >= 0; at -= 1) {
    const glyph = row.glyphs[at] as Glyph;
    if (touchesBehind(glyph, row.glyphs[at + 1])) moved.add(glyph);
  }
  line.glyphs = [...line.glyphs, ...moved].sort((a, b) => middle(a) - middle(b));
  row.glyphs = row.glyphs.filter((glyph) => !moved.has(glyph));
}

/** A blank belongs to the rows whose baseline is its own, within 3 points. */
function placeBlanks(rows: readonly Row[], blanks: readonly Glyph[]): void {
  for (const glyph of blanks) {
    const first = lowerBound(rows, (row) => row.baseline, glyph.baseline - 3);
    for (let at = first; at < Math.min(rows.length, first + NEAR_ROWS); at += 1) {
      const row = rows[at] as Row;
      if (row.baseline >= glyph.baseline + 3) break;
      row.blanks.push(middle(glyph));
    }
  }
  for (const row of rows) row.blanks.sort((a, b) => a - b);
}
