import { numberText } from '../layout/lists.js';
import type { ListItem, Paragraph } from '../layout/paragraph.js';
import { twips } from '../xml.js';
import { type FlowContext, runsOf, withoutStart } from './runs.js';

export interface ParagraphOptions {
  /** Points above it. */
  readonly before?: number;
  /** Distance of baselines, points; absent: as the font has it. */
  readonly pitch?: number;
  readonly startsPage?: boolean;
  readonly startsColumn?: boolean;
  /** In a cell the cell's edges are the margins. */
  readonly isInCell?: boolean;
  /** Of the first paragraph of a page that links lead to. */
  readonly bookmark?: string | undefined;
  /** Runs with drawings that are anchored here. */
  readonly drawings?: string;
}

/** The numbers that the file gives to lists. */
export class ListNumbers {
  private readonly ids = new Map<number, number>();

  idOf({ list, format, number, mark }: ListItem, { docx }: FlowContext): number {
    let id = this.ids.get(list);
    if (id === undefined) {
      const text = format === 'bullet' ? bulletOf(mark) : numberText(mark);
      id = docx.list({ format, text, start: number });
      this.ids.set(list, id);
    }
    return id;
  }
}

/** Letters of symbol fonts mean something else in others. */
function bulletOf(mark: string): string {
  if (mark === 'o') return '◦';
  return /^[\w\ue000-\uf8ff]/.test(mark) ? '•' : mark;
}

/** Space between the text and a border, points: more is not allowed. */
const MOST_BORDER_SPACE = 20;
const [THINNEST, THICKEST] = [2, 48];
export const COLUMN_BREAK = '<w:r><w:br w:type="column"/></w:r>';

/** `w:p` of a paragraph. */
export function paragraphXml(
  paragraph: Paragraph,
  context: FlowContext,
  lists: ListNumbers,
  options: ParagraphOptions = {},
): string {
  const { list, headingLevel, isRightToLeft } = paragraph;
  const strip = list && headingLevel === 0 ? list.mark.length : 0;
  const spans = strip > 0 ? withoutStart(paragraph.spans, strip) : paragraph.spans;
  const properties = [
    styleOf(paragraph),
    headingLevel > 0 ? '<w:keepNext/>' : '',
    options.startsPage ? '<w:pageBreakBefore/>' : '',
    list && headingLevel === 0
      ? `<w:numPr><w:ilvl w:val="${list.level}"/><w:numId w:val="${lists.idOf(list, context)}"/></w:numPr>`
      : '',
    borderOf(paragraph),
    options.isInCell ? '' : tabsOf(paragraph),
    isRightToLeft ? '<w:bidi/>' : '',
    spacingOf(options.before ?? 0, options.pitch),
    indentOf(paragraph, options.isInCell === true),
    justificationOf(paragraph),
  ];
  const bookmark = options.bookmark;
  return [
    `<w:p><w:pPr>${properties.join('')}</w:pPr>`,
    bookmark ? bookmarkXml(bookmark, context) : '',
    options.startsColumn ? COLUMN_BREAK : '',
    options.drawings ?? '',
    runsOf(spans, context, { isRightToLeft, isHeading: headingLevel > 0 }),
    '</w:p>',
  ].join('');
}

const bookmarkXml = (name: string, { docx }: FlowContext) => {
  const id = docx.nextId();
  return `<w:bookmarkStart w:id="${id}" w:name="${name}"/><w:bookmarkEnd w:id="${id}"/>`;
};

function styleOf({ headingLevel, isTitle, list }: Paragraph): string {
  if (isTitle) return '<w:pStyle w:val="Title"/>';
  if (headingLevel > 0) return `<w:pStyle w:val="Heading${headingLevel}"/>`;
  return list ? '<w:pStyle w:val="ListParagraph"/>' : '';
}

function borderOf({ border }: Paragraph): string {
  if (!border) return '';
  const eighths = Math.max(THINNEST, Math.min(THICKEST, Math.round(border.line.width * 8)));
  const space = Math.max(0, Math.min(MOST_BORDER_SPACE, Math.round(border.distance)));
  return `<w:pBdr><w:${border.side} w:val="single" w:sz="${eighths}" w:space="${space}" w:color="${border.line.colour}"/></w:pBdr>`;
}

/** Word allows no more tab stops. */
const MOST_TABS = 60;

function tabsOf({ lines, columnLeft }: Paragraph): string {
  const stops = new Set(lines.flatMap((line) => line.tabs.map((tab) => twips(tab - columnLeft))));
  const tabs = [...stops]
    .filter((stop) => stop > 0)
    .sort((a, b) => a - b)
    .slice(0, MOST_TABS)
    .map((stop) => `<w:tab w:val="left" w:pos="${stop}"/>`);
  return tabs.length > 0 ? `<w:tabs>${tabs.join('')}</w:tabs>` : '';
}

/** `w:spacing`. @param pitch - exact distance of baselines */
export const spacingOf = (before: number, pitch?: number) =>
  `<w:spacing w:before="${twips(Math.max(0, before))}" w:after="0"${pitch ? ` w:line="${Math.max(20, twips(pitch))}" w:lineRule="exact"` : ''}/>`;

/** Right edges that differ less are the end of a word. */
const LEAST_RIGHT_INDENT = 14;
const [NARROWEST_HANG, WIDEST_HANG] = [10, 40];
const RIGHT_TO_LEFT_HANG = 18;

function indentOf(paragraph: Paragraph, isInCell: boolean): string {
  const { left, right, first } = indents(paragraph, isInCell);
  if (left === 0 && right === 0 && first === 0) return '';
  const firstLine =
    first > 0 ? ` w:firstLine="${twips(first)}"` : first < 0 ? ` w:hanging="${twips(-first)}"` : '';
  return `<w:ind w:left="${twips(Math.max(0, left))}" w:right="${twips(Math.max(0, right))}"${firstLine}/>`;
}

function indents(paragraph: Paragraph, isInCell: boolean): { left: number; right: number; first: number } {
  const { list, columnLeft, columnRight, isRightToLeft, alignment, firstIndent } = paragraph;
  const [line] = paragraph.lines as [Paragraph['lines'][number]];
  if (list && paragraph.headingLevel === 0) {
    const hang = isRightToLeft
      ? RIGHT_TO_LEFT_HANG
      : Math.min(WIDEST_HANG, Math.max(NARROWEST_HANG, line.textLeft - line.left));
    const start = isInCell ? 0 : isRightToLeft ? columnRight - line.right : line.left - columnLeft;
    return { left: Math.max(0, start) + hang, right: 0, first: -hang };
  }
  if (isInCell)
    return { left: firstIndent < 0 ? -firstIndent : 0, right: 0, first: Math.min(0, firstIndent) };
  const right = rightIndent(paragraph);
  if (alignment === 'center' || alignment === 'right') return { left: 0, right, first: 0 };
  const start = Math.max(0, isRightToLeft ? columnRight - paragraph.right : paragraph.left - columnLeft);
  return { left: firstIndent < 0 ? start - firstIndent : start, right, first: firstIndent };
}

function rightIndent({ lines, alignment, isRightToLeft, rightLimit, ...box }: Paragraph): number {
  let indent = 0;
  if (lines.length > 2 && (alignment === 'left' || alignment === 'both')) {
    indent = isRightToLeft ? box.left - box.columnLeft : box.columnRight - box.right;
    if (indent <= LEAST_RIGHT_INDENT) indent = 0;
  }
  if (rightLimit === undefined || lines.length === 1) return indent;
  // Beside a picture the lines have to break where they did.
  return Math.max(indent, box.columnRight - Math.max(box.right + 2, Math.min(rightLimit, box.right + 14)));
}

function justificationOf({ alignment, isRightToLeft }: Paragraph): string {
  if (alignment === 'left') return '';
  return `<w:jc w:val="${isRightToLeft && alignment === 'right' ? 'start' : alignment}"/>`;
}
