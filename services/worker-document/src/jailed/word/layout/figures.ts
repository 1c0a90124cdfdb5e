import type { Box, EncodedPicture, Picture } from '../model.js';
import type { Line } from './line.js';
import { median } from './numbers.js';
import type { PreparedPage } from './prepare.js';
import type { Table } from './table.js';

/** A picture of the PDF, or a drawing that becomes one. */
export interface Figure extends Box {
  readonly kind: 'figure';
  /** Absent: what the page shows in the box. */
  readonly picture?: Picture | undefined;
  /** The words in it. */
  readonly description: string;
  encoded?: EncodedPicture | undefined;
}

const MOST_CURVES = 1500;
const MOST_FIGURES = 100;
const MOST_PASSES = 12;
/** Pieces of a drawing are this close, points. */
const NEAR = 6;

interface Drawing {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** How many paths it is made of. */
  count: number;
}

/**
 * Finds drawings and pictures; the labels of a drawing become its description.
 *
 * @param charts - grids that looked like tables but are charts
 * @returns them and the lines outside
 */
export function figuresOf(
  { page }: PreparedPage,
  tables: readonly Table[],
  charts: readonly Box[],
  lines: readonly Line[],
): { figures: Figure[]; rest: Line[] } {
  const figures: Figure[] = [];
  let rest = [...lines];
  const { width, height } = page;
  for (const drawing of drawingsOf(page.curves, charts, width, height)) {
    const box = {
      left: Math.max(0, drawing.left),
      top: Math.max(0, drawing.top),
      right: Math.min(width, drawing.right),
      bottom: Math.min(height, drawing.bottom),
    };
    if (box.right - box.left < 25 || box.bottom - box.top < 25 || area(box) > 0.6 * width * height) continue;
    if (tables.some((table) => holds(table, box, 5))) continue;
    const labels = rest.filter((line) => isLabel(line, box));
    if (isText(labels, drawing.count)) continue;
    for (const label of labels) {
      box.left = Math.min(box.left, label.left - 1);
      box.top = Math.min(box.top, label.top - 1);
      box.right = Math.max(box.right, label.right + 1);
      box.bottom = Math.max(box.bottom, label.bottom + 1);
    }
    figures.push({ kind: 'figure', ...box, description: labels.map((label) => label.text).join(' ') });
    const taken = new Set(labels);
    rest = rest.filter((line) => !taken.has(line));
    if (figures.length >= MOST_FIGURES) break;
  }
  for (const picture of page.pictures.slice(0, MOST_CURVES)) {
    const box = {
      left: Math.max(0, picture.left),
      top: Math.max(0, picture.top),
      right: Math.min(width, picture.right),
      bottom: Math.min(height, picture.bottom),
    };
    if (box.right - box.left < 6 || box.bottom - box.top < 6) continue;
    if (figures.some((figure) => !figure.picture && holds(figure, box, 3))) continue;
    // The ground of a page, or a scan with a layer of text.
    if (area(box) > 0.8 * width * height && rest.length > 3) continue;
    figures.push({ kind: 'figure', ...box, picture, description: '' });
  }
  return { figures, rest };
}

const area = (box: Box) => (box.right - box.left) * (box.bottom - box.top);
const holds = (outer: Box, inner: Box, slack: number) =>
  outer.left - slack <= inner.left &&
  inner.right <= outer.right + slack &&
  outer.top - slack <= inner.top &&
  inner.bottom <= outer.bottom + slack;

/** Joins paths that lie close together. */
function drawingsOf(
  curves: readonly Box[],
  charts: readonly Box[],
  width: number,
  height: number,
): Drawing[] {
  let drawings: Drawing[] = curves
    .filter(
      (box) =>
        (box.right - box.left < 0.97 * width || box.bottom - box.top < 0.9 * height) &&
        box.right > 0 &&
        box.left < width &&
        box.bottom > 0 &&
        box.top < height,
    )
    .slice(0, MOST_CURVES)
    .map((box) => ({ left: box.left, top: box.top, right: box.right, bottom: box.bottom, count: 1 }));
  for (const { left, top, right, bottom } of charts) drawings.push({ left, top, right, bottom, count: 8 });
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const joined: Drawing[] = [];
    for (const drawing of drawings) {
      const near = joined.find(
        (other) =>
          drawing.left < other.right + NEAR &&
          drawing.right > other.left - NEAR &&
          drawing.top < other.bottom + NEAR &&
          drawing.bottom > other.top - NEAR,
      );
      if (!near) {
        joined.push({ ...drawing });
        continue;
      }
      near.left = Math.min(near.left, drawing.left);
      near.top = Math.min(near.top, drawing.top);
      near.right = Math.max(near.right, drawing.right);
      near.bottom = Math.max(near.bottom, drawing.bottom);
      near.count += drawing.count;
    }
    if (joined.length === drawings.length) break;
    drawings = joined;
  }
  return drawings.sort((a, b) => area(b) - area(a)).slice(0, 4 * MOST_FIGURES);
}

function isLabel(line: Line, box: Box): boolean {
  const x = (line.left + line.right) / 2;
  const y = line.baseline - 0.3 * line.size;
  return box.left - 4 <= x && x <= box.right + 4 && box.top - 4 <= y && y <= box.bottom + 4;
}

/** Whether the lines on a drawing are text over a ground, and not its labels. */
function isText(labels: readonly Line[], paths: number): boolean {
  if (labels.length === 0) return false;
  const words = labels.reduce((sum, label) => sum + label.text.split(' ').length, 0);
  return (
    words > 60 ||
    median(labels.map((label) => label.text.length)) > 30 ||
    (paths < 6 && words > 2) ||
    words > 4 * paths
  );
}
