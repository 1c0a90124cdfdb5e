import type { Box } from './model.js';
import { concatenate, type Matrix, type Pdfium } from './pdfium.js';

/** The longest side of a page in Word: 22 inches. */
const MAX_SIDE = 1_584;
/** The shortest one: a tenth of an inch. */
const MIN_SIDE = 7.2;

export type Point = readonly [x: number, y: number];

/** The smallest box around points. */
export function boxAround(points: readonly Point[]): Box {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** From the coordinates of a page's content to those of the model: upper left corner, as a reader sees it. */
export class PageFrame {
  readonly width: number;
  readonly height: number;
  /** Clockwise: 0, 90, 180 or 270. */
  readonly rotation: number;
  /** Below 1 if Word has no page as large as this one. */
  readonly scale: number;
  private readonly toPage: Matrix;

  constructor(pdfium: Pdfium, page: number) {
    pdfium.call.FPDF_GetPageBoundingBox(page, pdfium.scratch);
    const [left, top, right, bottom] = [pdfium.float(0), pdfium.float(4), pdfium.float(8), pdfium.float(12)];
    this.rotation = 90 * (pdfium.call.FPDFPage_GetRotation(page) & 3);
    const isSideways = this.rotation % 180 === 90;
    const [width, height] = isSideways ? [top - bottom, right - left] : [right - left, top - bottom];
    this.scale = Math.min(1, MAX_SIDE / Math.max(width, height));
    this.width = Math.max(MIN_SIDE, width * this.scale);
    this.height = Math.max(MIN_SIDE, height * this.scale);
    const turned: Readonly<Record<number, Matrix>> = {
      0: [1, 0, 0, -1, -left, top],
      90: [0, 1, 1, 0, -bottom, -left],
      180: [-1, 0, 0, 1, right, -bottom],
      270: [0, -1, -1, 0, top, right],
    };
    const level = turned[this.rotation] ?? [1, 0, 0, -1, -left, top];
    this.toPage = concatenate(level, [this.scale, 0, 0, this.scale, 0, 0]);
  }

  point(x: number, y: number): Point {
    const [a, b, c, d, e, f] = this.toPage;
    return [a * x + c * y + e, b * x + d * y + f];
  }

  box(left: number, top: number, right: number, bottom: number): Box {
    return boxAround([this.point(left, top), this.point(right, bottom)]);
  }

  /** Of a box in the coordinates of a form, whatever way these are turned. */
  boxBy(matrix: Matrix, { left, top, right, bottom }: Box): Box {
    const corners: readonly Point[] = [
      ...([[left, top] as const, [right, top] as const] as const),
      ...([[left, bottom] as const, [right, bottom] as const] as const),
    ];
    const [a, b, c, d, e, f] = matrix;
    return boxAround(corners.map(([x, y]) => this.point(a * x + c * y + e, b * x + d * y + f)));
  }

  isOutside({ left, top, right, bottom }: Box): boolean {
    return right < 0 || left > this.width || bottom < 0 || top > this.height;
  }
}
