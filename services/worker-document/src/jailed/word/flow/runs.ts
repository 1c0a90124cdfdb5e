import type { DocxWriter } from '../docx.js';
import type { Paragraph, Span } from '../layout/paragraph.js';
import { plainText } from '../layout/paragraph.js';
import type { Font, Link } from '../model.js';
import { linkOf, runOf, runProperties } from '../xml.js';
import { eastAsianFamily, familyOf } from './families.js';

/** What the writer of every part needs. */
export interface FlowContext {
  readonly docx: DocxWriter;
  /** In percent, of the letters of a font. */
  readonly widthPercentOf: (font: Font) => number | undefined;
  readonly pitchOf: (size: number) => number;
  /** The bookmark at the start of a page; undefined if the document has no such page. */
  readonly bookmarkOf: (page: number) => string | undefined;
}

export interface RunOptions {
  readonly isRightToLeft?: boolean;
  /** Bold and colour are always said, whatever the style of the paragraph is. */
  readonly isHeading?: boolean;
}

/** `w:rPr` of a span. */
const propertiesOf = (span: Span, { widthPercentOf }: FlowContext, options: RunOptions): string =>
  runProperties(
    {
      family: familyOf(span.font),
      eastAsianFamily: eastAsianFamily(span.text),
      size: span.size,
      isBold: span.font.isBold,
      isItalic: span.font.isItalic,
      colour: span.colour,
      line: span.decoration,
      raised: span.raised,
      widthPercent: widthPercentOf(span.font),
      isRightToLeft: options.isRightToLeft,
    },
    options.isHeading,
  );

/** The runs of a paragraph, with its links and the marks of its footnotes. */
export function runsOf(spans: readonly Span[], context: FlowContext, options: RunOptions = {}): string {
  const xml: string[] = [];
  let linked: string[] = [];
  let link: Link | undefined;
  for (const span of [...spans, undefined]) {
    if (linked.length > 0 && span?.link !== link) {
      xml.push(linkRuns(linked.join(''), link as Link, context));
      linked = [];
    }
    if (!span) break;
    link = span.link;
    const run = spanXml(span, context, options);
    if (link) linked.push(run);
    else xml.push(run);
  }
  return xml.join('');
}

function spanXml(span: Span, context: FlowContext, options: RunOptions): string {
  if (span.note) return noteReference(span.note, context);
  const properties = propertiesOf(span, context, options);
  const run = runOf(span.text, properties);
  if (!span.field) return run;
  return [
    `<w:r>${properties}<w:fldChar w:fldCharType="begin"/></w:r>`,
    `<w:r>${properties}<w:instrText>${span.field}</w:instrText></w:r>`,
    `<w:r>${properties}<w:fldChar w:fldCharType="separate"/></w:r>`,
    run,
    `<w:r>${properties}<w:fldChar w:fldCharType="end"/></w:r>`,
  ].join('');
}

function linkRuns(runs: string, { address, page }: Link, { docx, bookmarkOf }: FlowContext): string {
  if (address) return linkOf(runs, docx.link(address));
  const bookmark = page === undefined ? undefined : bookmarkOf(page);
  return bookmark ? `<w:hyperlink w:anchor="${bookmark}">${runs}</w:hyperlink>` : runs;
}

function noteReference(note: Paragraph, context: FlowContext): string {
  const text = withoutStart(note.spans, note.noteNumber?.length ?? 0);
  const id = context.docx.footnote(runsOf(text, context, { isRightToLeft: note.isRightToLeft }));
  return `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="${id}"/></w:r>`;
}

/** Spans without their first characters and the blanks behind these. */
export function withoutStart(spans: readonly Span[], length: number): Span[] {
  let left = length;
  const rest: Span[] = [];
  for (const span of spans) {
    if (rest.length > 0) {
      rest.push(span);
      continue;
    }
    const cut = Math.min(left, span.text.length);
    left -= cut;
    const text = left > 0 ? '' : span.text.slice(cut).replace(/^[ \t]+/, '');
    if (text !== '') rest.push({ ...span, text });
  }
  return rest;
}

/** Whether there is anything to read. */
export const isEmpty = (spans: readonly Span[]) => plainText(spans).trim() === '';
