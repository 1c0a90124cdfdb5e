import type { Ruling } from '../model.js';

/** How many merged lines a new one is compared with. */
const RECENT = 40;
/** Of each direction; a page has fewer, the longest are kept. Bounds the search for crossings. */
const MOST_RULINGS = 1500;

export type DrawnLine = { -readonly [Key in keyof Ruling]: Ruling[Key] };

/** Joins the pieces of lines, as drawn cell by cell; sorted by place. */
export function mergeRulings(rulings: readonly Ruling[], direction: Ruling['direction']): DrawnLine[] {
  const merged: DrawnLine[] = [];
  const ordered = rulings
    .filter((ruling) => ruling.direction === direction)
    .sort((a, b) => a.at - b.at || a.from - b.from);
  for (const ruling of ordered) {
    const line = merged
      .slice(-RECENT)
      .findLast(
        (other) =>
          Math.abs(other.at - ruling.at) <= 2 && ruling.from <= other.to + 3 && ruling.to >= other.from - 3,
      );
    if (line) {
      line.from = Math.min(line.from, ruling.from);
      line.to = Math.max(line.to, ruling.to);
      line.width = Math.max(line.width, ruling.width);
    } else {
      merged.push({ ...ruling });
    }
  }
  if (merged.length <= MOST_RULINGS) return merged;
  return merged
    .sort((a, b) => b.to - b.from - (a.to - a.from))
    .slice(0, MOST_RULINGS)
    .sort((a, b) => a.at - b.at);
}

/** Whether a horizontal and a vertical line meet, within 3 points. */
export const meet = (horizontal: Ruling, vertical: Ruling, slack = 3) =>
  horizontal.from - slack <= vertical.at &&
  vertical.at <= horizontal.to + slack &&
  vertical.from - slack <= horizontal.at &&
  horizontal.at <= vertical.to + slack;
