import type { DocxWriter } from './docx.js';
import { eastAsianFamily, familyOf } from './flow/families.js';
import { WidthScale } from './flow/width-scale.js';
import { asideParagraphs } from './layout/aside.js';
import { regionsOf } from './layout/columns.js';
import { type Line, rowsOfLines } from './layout/line.js';
import { least, most } from './layout/numbers.js';
import { type Paragraph, type Span, spansOf } from './layout/paragraph.js';
import { paragraphsOf } from './layout/paragraphs.js';
import { preparePage } from './layout/prepare.js';
import type { Link, Page, PageSource } from './model.js';
import {
  anchored,
  type BoxDirection,
  linkOf,
  newDrawingRun,
  type Place,
  pictureGraphic,
  placeOf,
  runOf,
  runProperties,
  textBoxGraphic,
  twips,
} from './xml.js';

/** Baselines are further apart in another paragraph. */
const usualPitch = (size: number): number => 1.25 * size;
/** Distance of baselines of a single line, in sizes. */
const SINGLE_PITCH = 1.2;
/** How far the baseline stands above the lower edge of a line of exact height, in sizes: Word and LibreOffice agree. */
const DESCENT = 0.22;
/** Points by which a box is wider than its text, so that a stand-in font does not break its lines. */
const slackOf = (width: number): number => 6 + 0.03 * width;
/** Degrees. */
const RIGHT_ANGLE_SLACK = 10;
/** Render mode of PDF. */
const INVISIBLE = 3;
/** Twips around the paragraph that holds all the drawings of a page. */
const MARGIN = 400;

interface ExactContext {
  readonly docx: DocxWriter;
  readonly widths: WidthScale;
  readonly page: Page;
}

/**
 * Writes pages that look the same: behind each a picture of all but its text, before it one text box for each paragraph, with the
 * lines as they are.
 *
 * @param docx - gets all parts; its caller ends it
 */
export async function writeExact(source: PageSource, docx: DocxWriter): Promise<void> {
  const widths = new WidthScale();
  for (const page of source.pages()) for (const line of preparePage(page).lines) widths.add(line);
  let waiting: { readonly drawings: string; readonly section: string; readonly start: string } | undefined;
  for (const page of source.pages()) {
    // A paragraph ends the section of its page; that of the last page ends the text.
    if (waiting) docx.add(paragraphOf(waiting.section, waiting.start + waiting.drawings));
    const start = `<w:bookmarkStart w:id="${page.index}" w:name="${bookmarkOf(page.index)}"/><w:bookmarkEnd w:id="${page.index}"/>`;
    waiting = { drawings: await drawingsOf({ docx, widths, page }, source), section: sectionOf(page), start };
  }
  if (waiting) docx.add(paragraphOf('', waiting.start + waiting.drawings) + waiting.section);
}

const bookmarkOf = (page: number): string => `page${page + 1}`;

/** A line of one point, to which the drawings of a page are tied. */
const paragraphOf = (section: string, content: string): string =>
  `<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/>${section}</w:pPr>${content}</w:p>`;

function sectionOf({ width, height }: Page): string {
  const orientation = width > height ? ' w:orient="landscape"' : '';
  return `<w:sectPr><w:type w:val="nextPage"/><w:pgSz w:w="${twips(width)}" w:h="${twips(height)}"${orientation}/><w:pgMar w:top="${MARGIN}" w:right="${MARGIN}" w:bottom="${MARGIN}" w:left="${MARGIN}" w:header="0" w:footer="0" w:gutter="0"/></w:sectPr>`;
}

/** The picture and the boxes of a page. */
async function drawingsOf(context: ExactContext, source: PageSource): Promise<string> {
  const { docx, page } = context;
  const runs: string[] = [];
  const background = await source.background(page);
  if (background) {
    const id = docx.nextId();
    const place: Place = { left: 0, top: 0, width: page.width, height: page.height };
    const graphic = pictureGraphic(docx.picture(background), place, id);
    runs.push(`<w:r>${anchored(graphic, place, { id, isBehind: true, order: 1 })}</w:r>`);
  }
  for (const region of regionsOf(preparePage(page).lines))
    for (const column of region)
      for (const lines of groupsOf(column.filter((item) => item.kind === 'line')))
        for (const paragraph of boxesOf(lines)) runs.push(levelBox(context, paragraph));
  for (const paragraph of asideParagraphs(page, usualPitch))
    for (const box of asideBoxes(context, paragraph)) runs.push(box);
  return runs.join('');
}

/** Lines of a column below each other belong together; what stands side by side does not. */
function groupsOf(lines: readonly Line[]): Line[][] {
  const groups: Line[][] = [];
  let isOpen = false;
  for (const row of rowsOfLines(lines)) {
    const [line] = row as [Line];
    const above = groups.at(-1)?.at(-1);
    const goesOn = isOpen && row.length === 1 && above !== undefined && follows(above, line);
    if (goesOn) groups.at(-1)?.push(line);
    else for (const part of row) groups.push([part]);
    isOpen = row.length === 1;
  }
  return groups;
}

const follows = (above: Line, line: Line): boolean =>
  Math.abs(line.size - above.size) < 0.3 &&
  line.baseline - above.baseline < 1.5 * line.size &&
  (Math.abs(line.left - above.left) < 30 || Math.abs(line.right - above.right) < 3);

function boxesOf(lines: readonly Line[]): Paragraph[] {
  const column = { left: least(lines, (line) => line.left), right: most(lines, (line) => line.right) };
  return paragraphsOf(lines, column, usualPitch);
}

function levelBox(context: ExactContext, paragraph: Paragraph): string {
  const { lines, left, right, size, isRightToLeft } = paragraph;
  const pitch = paragraph.pitch || SINGLE_PITCH * size;
  const slack = slackOf(right - left);
  const alignment = alignmentOf(paragraph);
  const share = isRightToLeft || alignment === 'right' ? 1 : alignment === 'center' ? 0.5 : 0;
  const place: Place = {
    left: left - share * slack,
    top: (lines[0] as Line).baseline - pitch + DESCENT * size,
    width: right - left + slack,
    height: pitch * lines.length + 2,
  };
  return box(context, paragraph, { pitch, place, direction: 'level', alignment });
}

/** Lines that start where they start: only in the middle and at the right the widths of letters matter. */
const alignmentOf = ({ alignment, isRightToLeft, lines }: Paragraph): 'left' | 'center' | 'right' => {
  if (alignment === 'center') return alignment;
  return alignment === 'right' && lines.length > 1 && !isRightToLeft ? 'right' : 'left';
};

/** Text that runs up or down. What stands at other angles stays in the picture. */
function asideBoxes(context: ExactContext, paragraph: Paragraph): string[] {
  return paragraph.lines.flatMap((line) => {
    const direction = directionOf(line.aside?.angle ?? 0);
    if (!line.aside || direction === 'level') return [];
    const seen = placeOf(line.aside.box);
    const place = {
      ...seen,
      width: Math.max(8, seen.width + 2),
      height: Math.max(8, seen.height + slackOf(seen.height)),
    };
    const placed = direction === 'up' ? { ...place, top: seen.top + seen.height - place.height } : place;
    const single = { ...paragraph, lines: [line], firstIndent: 0 };
    const pitch = 1.15 * line.size;
    return [box(context, single, { pitch, place: placed, direction, alignment: 'left' })];
  });
}

function directionOf(angle: number): BoxDirection {
  if (Math.abs(angle - 90) < RIGHT_ANGLE_SLACK) return 'up';
  return Math.abs(angle - 270) < RIGHT_ANGLE_SLACK ? 'down' : 'level';
}

interface BoxLook {
  readonly pitch: number;
  readonly place: Place;
  readonly direction: BoxDirection;
  readonly alignment: 'left' | 'center' | 'right';
}

function box(context: ExactContext, paragraph: Paragraph, look: BoxLook): string {
  const { pitch, place, direction, alignment } = look;
  const { firstIndent, isRightToLeft } = paragraph;
  const id = context.docx.nextId();
  const indent =
    firstIndent > 0
      ? `<w:ind w:firstLine="${twips(firstIndent)}"/>`
      : firstIndent < 0
        ? `<w:ind w:left="${twips(-firstIndent)}" w:hanging="${twips(-firstIndent)}"/>`
        : '';
  const properties = [
    isRightToLeft ? '<w:bidi/>' : '',
    `<w:spacing w:before="0" w:after="0" w:line="${Math.max(1, twips(pitch))}" w:lineRule="exact"/>`,
    indent,
    alignment === 'left' ? '' : `<w:jc w:val="${alignment}"/>`,
  ].join('');
  const text = paragraph.lines.map((line, at) => lineRuns(context, line, isRightToLeft, at > 0)).join('');
  const graphic = textBoxGraphic(`<w:p><w:pPr>${properties}</w:pPr>${text}</w:p>`, place, direction);
  return newDrawingRun(anchored(graphic, place, { id, isBehind: false, order: id + 1 }));
}

/** Lines keep their ends. */
function lineRuns(context: ExactContext, line: Line, isRightToLeft: boolean, isBroken: boolean): string {
  // A layer of recognised text over a scan.
  const isInvisible = line.glyphs.every(({ style }) => style.renderMode === INVISIBLE);
  const spans = spansOf(line, context.page.links);
  return spans
    .map((span, at) => runsOf(context, span, { isRightToLeft, isInvisible, isBroken: isBroken && at === 0 }))
    .join('');
}

function runsOf(
  { docx, widths }: ExactContext,
  span: Span,
  { isRightToLeft, isInvisible, isBroken }: Record<'isRightToLeft' | 'isInvisible' | 'isBroken', boolean>,
): string {
  // Lines under words and hyphens at the ends of lines are seen as they are: the lines in the picture, the hyphens as letters.
  const text = span.text.replaceAll('\u00ad', '-');
  const properties = runProperties({
    family: familyOf(span.font),
    eastAsianFamily: eastAsianFamily(text),
    size: span.size,
    isBold: span.font.isBold,
    isItalic: span.font.isItalic,
    colour: span.colour,
    raised: span.raised,
    widthPercent: widths.percentOf(span.font),
    isRightToLeft,
    isInvisible,
  });
  const run = runOf(`${isBroken ? '\n' : ''}${text}`, properties);
  return linked(run, span.link, docx);
}

function linked(run: string, link: Link | undefined, docx: DocxWriter): string {
  if (link?.address) return linkOf(run, docx.link(link.address));
  return link?.page === undefined
    ? run
    : `<w:hyperlink w:anchor="${bookmarkOf(link.page)}">${run}</w:hyperlink>`;
}
