import { colourOf } from './characters.js';
import { boxAround, type PageFrame, type Point } from './frame.js';
import type { Box, Fill, Picture, Ruling } from './model.js';
import { concatenate, type Matrix, type Pdfium } from './pdfium.js';

/** Objects of a page that are read, those in its forms among them. */
const MAX_OBJECTS = 20_000;
const MAX_FORM_DEPTH = 5;
/** A path with more segments is a drawing. */
const MAX_SEGMENTS = 4_000;
/** Points: a rectangle that is not thicker is a line. */
const MAX_RULE_WIDTH = 2.5;
const MIN_RULE_LENGTH = 3;

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
/** FPDF_PAGEOBJ_*. */
export const KINDS = { text: 1, path: 2, image: 3, shading: 4, form: 5 } as const;
/** FPDF_SEGMENT_*. */
const BEZIER = 1;
const MOVE = 2;

/** What a page shows besides text. */
export interface PageDrawings {
  readonly rulings: Ruling[];
  readonly fills: Fill[];
  readonly curves: Box[];
  readonly pictures: Picture[];
}

/**
 * Calls `visit` for every object of a page in the order in which they are drawn, those in forms included.
 *
 * @param visit - gets the handle, its kind, and the matrix from its coordinates to those of the page
 */
export function visitObjects(
  pdfium: Pdfium,
  page: number,
  visit: (object: number, kind: number, matrix: Matrix) => void,
): void {
  const { call, scratch } = pdfium;
  let count = 0;
  const walk = (children: number, childAt: (at: number) => number, matrix: Matrix, depth: number): void => {
    for (let at = 0; at < children && count < MAX_OBJECTS; at++) {
      const object = childAt(at);
      if (object === 0) continue;
      count += 1;
      const kind = call.FPDFPageObj_GetType(object);
      visit(object, kind, matrix);
      if (kind !== KINDS.form || depth >= MAX_FORM_DEPTH) continue;
      call.FPDFPageObj_GetMatrix(object, scratch);
      const inner = concatenate(pdfium.matrix(), matrix);
      const members = call.FPDFFormObj_CountObjects(object);
      walk(members, (member) => call.FPDFFormObj_GetObject(object, member), inner, depth + 1);
    }
  };
  walk(call.FPDFPage_CountObjects(page), (at) => call.FPDFPage_GetObject(page, at), IDENTITY, 0);
}

/** Handles of the text objects of a page, and the angle of each in its content: degrees, counter-clockwise. */
export function textObjects(pdfium: Pdfium, page: number): { object: number; angle: number }[] {
  const found: { object: number; angle: number }[] = [];
  visitObjects(pdfium, page, (object, kind, outer) => {
    if (kind !== KINDS.text) return;
    pdfium.call.FPDFPageObj_GetMatrix(object, pdfium.scratch);
    const [a, b] = concatenate(pdfium.matrix(), outer);
    found.push({ object, angle: (Math.atan2(b, a) * 180) / Math.PI });
  });
  return found;
}

/** Handles of the picture objects of a page, in the order of {@link Picture.index}. */
export function pictureObjects(pdfium: Pdfium, page: number): number[] {
  const found: number[] = [];
  visitObjects(pdfium, page, (object, kind) => {
    if (kind === KINDS.image) found.push(object);
  });
  return found;
}

export function readDrawings(pdfium: Pdfium, page: number, frame: PageFrame): PageDrawings {
  const drawings: PageDrawings = { rulings: [], fills: [], curves: [], pictures: [] };
  visitObjects(pdfium, page, (object, kind, matrix) => {
    if (kind === KINDS.path) new PathReader(pdfium, frame, drawings).read(object, matrix);
    if (kind === KINDS.shading) drawings.curves.push(boundsOf(pdfium, object, matrix, frame));
    if (kind === KINDS.image)
      drawings.pictures.push({
        ...boundsOf(pdfium, object, matrix, frame),
        index: drawings.pictures.length,
      });
  });
  return drawings;
}

function boundsOf(pdfium: Pdfium, object: number, matrix: Matrix, frame: PageFrame): Box {
  const { call, scratch } = pdfium;
  call.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12);
  const [left, bottom] = [pdfium.float(0), pdfium.float(4)];
  const [right, top] = [pdfium.float(8), pdfium.float(12)];
  return frame.boxBy(matrix, { left, bottom, right, top });
}

/** How a path is painted. */
interface Paint {
  readonly isFilled: boolean;
  readonly isStroked: boolean;
  readonly fill: string;
  readonly stroke: string;
  readonly alpha: number;
  readonly width: number;
}

/** Sorts a path into lines, rectangles and all else. */
class PathReader {
  constructor(
    private readonly pdfium: Pdfium,
    private readonly frame: PageFrame,
    private readonly drawings: PageDrawings,
  ) {}

  read(path: number, outer: Matrix): void {
    const { call, scratch } = this.pdfium;
    call.FPDFPath_GetDrawMode(path, scratch, scratch + 4);
    const [isFilled, isStroked] = [this.pdfium.int(0) !== 0, this.pdfium.int(4) !== 0];
    if (!isFilled && !isStroked) return;
    const count = call.FPDFPath_CountSegments(path);
    const addCurve = () => this.drawings.curves.push(boundsOf(this.pdfium, path, outer, this.frame));
    if (count > MAX_SEGMENTS) return void addCurve();
    call.FPDFPageObj_GetMatrix(path, scratch);
    const matrix = concatenate(this.pdfium.matrix(), outer);
    const fill = colourOf(this.pdfium, path, 'fill');
    const alpha = this.pdfium.int(12) & 255;
    call.FPDFPageObj_GetStrokeWidth(path, scratch);
    const width = this.pdfium.float() * Math.hypot(matrix[0], matrix[1]) * this.frame.scale;
    const stroke = isStroked ? colourOf(this.pdfium, path, 'stroke') : fill;
    const paint: Paint = { isFilled, isStroked, fill, stroke, alpha, width };
    const { parts, isCurved } = this.partsOf(path, count, matrix);
    const plain = parts.map((points) => this.addPart(points, isCurved, paint));
    if (isCurved || plain.includes(false)) addCurve();
  }

  private partsOf(path: number, count: number, matrix: Matrix): { parts: Point[][]; isCurved: boolean } {
    const { call, scratch } = this.pdfium;
    const [a, b, c, d, e, f] = matrix;
    const parts: Point[][] = [];
    let isCurved = false;
    for (let at = 0; at < count; at++) {
      const segment = call.FPDFPath_GetPathSegment(path, at);
      const type = call.FPDFPathSegment_GetType(segment);
      call.FPDFPathSegment_GetPoint(segment, scratch, scratch + 4);
      const [x, y] = [this.pdfium.float(0), this.pdfium.float(4)];
      const point = this.frame.point(a * x + c * y + e, b * x + d * y + f);
      const last = parts.at(-1);
      if (type === MOVE || !last) parts.push([point]);
      else last.push(point);
      isCurved ||= type === BEZIER;
      const open = parts.at(-1);
      if (open?.[0] && call.FPDFPathSegment_GetClose(segment)) open.push(open[0]);
    }
    return { parts, isCurved };
  }

  /** @returns whether it is a line, a rectangle, or nothing */
  private addPart(points: readonly Point[], isCurved: boolean, paint: Paint): boolean {
    const box = boxAround(points);
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    const isRectangle = !isCurved && isRectangular(points);
    if (paint.isFilled && isRectangle) {
      const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
      if (height <= MAX_RULE_WIDTH && width > MIN_RULE_LENGTH)
        return this.addLine([box.left, middle.y], [box.right, middle.y], height, paint.fill);
      if (width <= MAX_RULE_WIDTH && height > MIN_RULE_LENGTH)
        return this.addLine([middle.x, box.top], [middle.x, box.bottom], width, paint.fill);
      this.drawings.fills.push({ ...box, colour: paint.fill, alpha: paint.alpha });
      if (!paint.isStroked) return true;
    }
    if (paint.isStroked && !isCurved) {
      const lines = points.slice(1).map((point, at) => [points[at] as Point, point] as const);
      return lines.map(([from, to]) => this.addLine(from, to, paint.width, paint.stroke)).every(Boolean);
    }
    return isRectangle || width * height <= 4;
  }

  /** @returns false for a slanted line */
  private addLine([x0, y0]: Point, [x1, y1]: Point, width: number, colour: string): boolean {
    const [dx, dy] = [Math.abs(x0 - x1), Math.abs(y0 - y1)];
    const { rulings } = this.drawings;
    if (dy <= 1 && dx > MIN_RULE_LENGTH) {
      const span = { at: (y0 + y1) / 2, from: Math.min(x0, x1), to: Math.max(x0, x1) };
      rulings.push({ direction: 'horizontal', ...span, width, colour });
      return true;
    }
    if (dx <= 1 && dy > MIN_RULE_LENGTH) {
      const span = { at: (x0 + x1) / 2, from: Math.min(y0, y1), to: Math.max(y0, y1) };
      rulings.push({ direction: 'vertical', ...span, width, colour });
      return true;
    }
    return dx <= 1 && dy <= 1;
  }
}

const isRectangular = (points: readonly Point[]): boolean =>
  points.length >= 4 &&
  points.length <= 6 &&
  points.slice(1).every(([x, y], at) => {
    const [lastX, lastY] = points[at] as Point;
    return Math.abs(x - lastX) < 0.6 || Math.abs(y - lastY) < 0.6;
  });
