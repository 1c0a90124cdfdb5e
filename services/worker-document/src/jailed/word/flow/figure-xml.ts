import type { Figure } from '../layout/figures.js';
import { least, most } from '../layout/numbers.js';
import type { Paragraph } from '../layout/paragraph.js';
import {
  anchored,
  type BoxDirection,
  inline,
  newDrawingRun,
  pictureGraphic,
  placeOf,
  textBoxGraphic,
  twips,
} from '../xml.js';
import { COLUMN_BREAK, type ListNumbers, paragraphXml, spacingOf } from './paragraph-xml.js';
import type { FlowContext } from './runs.js';

/** A figure in the file: the relationship of its picture. */
export interface PlacedFigure extends Figure {
  readonly relationship: string;
}

const WIDEST = 1000;

/** A run with a picture at its place on the page, behind the text. */
export function anchoredFigure(figure: PlacedFigure, { docx }: FlowContext): string {
  const id = docx.nextId();
  const place = placeOf(figure);
  const graphic = pictureGraphic(figure.relationship, place, id);
  const drawing = anchored(graphic, place, {
    id,
    description: figure.description,
    isBehind: true,
    order: id,
  });
  return `<w:r>${drawing}</w:r>`;
}

export interface FigureOptions {
  readonly before: number;
  readonly columnLeft: number;
  readonly columnRight: number;
  readonly startsPage: boolean;
  readonly startsColumn: boolean;
}

/** A paragraph with nothing but a picture. */
export function figureParagraph(figure: PlacedFigure, { docx }: FlowContext, options: FigureOptions): string {
  const id = docx.nextId();
  const size = { width: Math.min(WIDEST, figure.right - figure.left), height: figure.bottom - figure.top };
  const graphic = pictureGraphic(figure.relationship, size, id);
  const { columnLeft, columnRight } = options;
  const offset = (figure.left + figure.right - columnLeft - columnRight) / 2;
  const isCentred = Math.abs(offset) < 12 && figure.left > columnLeft + 5;
  const place = isCentred
    ? '<w:jc w:val="center"/>'
    : `<w:ind w:left="${twips(Math.max(0, figure.left - columnLeft))}"/>`;
  return [
    `<w:p><w:pPr>${options.startsPage ? '<w:pageBreakBefore/>' : ''}${spacingOf(options.before)}${place}</w:pPr>`,
    options.startsColumn ? COLUMN_BREAK : '',
    `<w:r>${inline(graphic, size, { id, description: figure.description })}</w:r></w:p>`,
  ].join('');
}

/** A run with a box of text at another angle, at its place on the page. */
export function asideRun(paragraph: Paragraph, context: FlowContext, lists: ListNumbers): string {
  const boxes = paragraph.lines.map((line) => line.aside).filter((aside) => aside !== undefined);
  const [first] = boxes;
  if (!first) return '';
  const [left, top] = [least(boxes, ({ box }) => box.left), least(boxes, ({ box }) => box.top)];
  const place = {
    ...{ left, top },
    width: Math.max(8, most(boxes, ({ box }) => box.right) - left + 2),
    height: Math.max(8, most(boxes, ({ box }) => box.bottom) - top + 2),
  };
  const pitch = paragraph.lines.length === 1 ? 1.15 * paragraph.size : paragraph.pitch;
  const text = paragraphXml({ ...paragraph, columnLeft: paragraph.left }, context, lists, { pitch });
  const id = context.docx.nextId();
  const graphic = textBoxGraphic(text, place, directionOf(first.angle));
  return newDrawingRun(anchored(graphic, place, { id, isBehind: false, order: id }));
}

function directionOf(angle: number): BoxDirection {
  if (angle > 80 && angle < 100) return 'up';
  return angle > 260 && angle < 280 ? 'down' : 'level';
}
