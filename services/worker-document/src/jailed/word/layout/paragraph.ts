import type { Font, Link } from '../model.js';
import type { Line } from './line.js';
import { least, median, most, Tally } from './numbers.js';
import type { DrawnLine } from './rulings.js';
import { endsEastAsian, type Glyph, isLetter, startsEastAsian, startsLower } from './scripts.js';

/** Letters that look the same. */
export interface Span {
  text: string;
  readonly font: Font;
  /** Points; of raised text the size of its line. */
  readonly size: number;
  readonly colour: string;
  readonly decoration?: 'underline' | 'strike' | undefined;
  readonly raised?: 'superscript' | 'subscript' | undefined;
  readonly link?: Link | undefined;
  /** The footnote that this number refers to. */
  note?: Paragraph;
  /** The number is the page's, or that of all pages. */
  readonly field?: 'PAGE' | 'NUMPAGES' | undefined;
}

export interface ListItem {
  readonly format: 'bullet' | 'decimal' | 'lowerLetter' | 'upperLetter' | 'lowerRoman' | 'upperRoman';
  readonly number: number;
  readonly mark: string;
  /** Where its mark stands; of right-to-left text the negative of the right end. */
  readonly indent: number;
  level: number;
  /** Items with the same number are one list. */
  list: number;
}

export interface Paragraph {
  readonly kind: 'paragraph';
  /** Their glyphs are gone once `spans` are there. */
  lines: Line[];
  spans: Span[];
  text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly size: number;
  readonly isBold: boolean;
  readonly isRightToLeft: boolean;
  readonly mark?: string | undefined;
  /** Distance of baselines; 0 of a single line. */
  readonly pitch: number;
  alignment: 'left' | 'center' | 'right' | 'both';
  /** By how much the first line starts further in; negative: further out. */
  firstIndent: number;
  /** The column's edges. */
  columnLeft: number;
  columnRight: number;
  /** 1 to 6; 0 of text. */
  headingLevel: number;
  isTitle?: boolean;
  list?: ListItem;
  border?:
    | { readonly side: 'top' | 'bottom'; readonly line: DrawnLine; readonly distance: number }
    | undefined;
  /** Text ends before this, as a picture stands there. */
  rightLimit?: number;
  /** The number of the footnote that it is. */
  noteNumber?: string;
}

/** Words that the document writes with a hyphen inside a line, in lower case. */
export type HyphenatedWords = ReadonlySet<string>;

/** Measures a paragraph. */
export function makeParagraph(
  lines: Line[],
  isCentred: boolean,
  column: { readonly left: number; readonly right: number },
): Paragraph {
  const [first, ...others] = lines as [Line, ...Line[]];
  const sizes = new Tally<number>();
  for (const line of lines) sizes.add(line.size, line.letterCount);
  const size = sizes.top() ?? first.size;
  const isRightToLeft = lines.filter((line) => line.isRightToLeft).length * 2 > lines.length;
  const alignment = isCentred ? 'center' : alignmentOf(lines, column, isRightToLeft, size);
  const indent =
    others.length === 0
      ? 0
      : isRightToLeft
        ? most(others, (line) => line.right) - first.right
        : first.left - least(others, (line) => line.left);
  return {
    kind: 'paragraph',
    lines,
    spans: [],
    text: '',
    left: least(lines, (line) => line.left),
    right: most(lines, (line) => line.right),
    top: least(lines, (line) => line.top),
    bottom: most(lines, (line) => line.bottom),
    size,
    isBold: lines.every((line) => line.isBold),
    isRightToLeft,
    mark: first.mark,
    pitch: median(others.map((line, at) => line.baseline - (lines[at] as Line).baseline)),
    alignment,
    firstIndent: alignment === 'center' || alignment === 'right' || Math.abs(indent) < 2 ? 0 : indent,
    columnLeft: column.left,
    columnRight: column.right,
    headingLevel: 0,
  };
}

const ALIGNED = 2.5;

function alignmentOf(
  lines: readonly Line[],
  { left, right }: { readonly left: number; readonly right: number },
  isRightToLeft: boolean,
  size: number,
): Paragraph['alignment'] {
  const [first] = lines as [Line];
  if (lines.length === 1) {
    return Math.abs(right - first.right) < ALIGNED && first.left > left + 0.3 * (right - left)
      ? 'right'
      : 'left';
  }
  const ends = lines.slice(0, -1).map((line) => (isRightToLeft ? line.left : line.right));
  const spread = most(ends, (end) => end) - least(ends, (end) => end);
  const toEdge = isRightToLeft ? (ends[0] as number) - left : right - (ends[0] as number);
  if (spread < ALIGNED && (lines.length > 2 || Math.abs(toEdge) < ALIGNED)) return 'both';
  const areAtRight = lines.every((line) => Math.abs(line.right - right) < ALIGNED);
  const starts = most(lines, (line) => line.left) - least(lines, (line) => line.left);
  return areAtRight && starts > 2 * size && !isRightToLeft ? 'right' : 'left';
}

/** Turns the characters of a paragraph into spans and lets the characters go. */
export function settle(paragraph: Paragraph, links: readonly Link[], words: HyphenatedWords): void {
  const spans: Span[] = [];
  for (const line of paragraph.lines) {
    appendSpans(spans, spansOf(line, links), words, line.keepsBreak);
    line.glyphs = [];
  }
  paragraph.spans = mergeAlike(spans);
  paragraph.text = plainText(paragraph.spans);
}

/** Joins neighbours that look the same; all texts of one at once, as text that grows step by step takes quadratic time. */
function mergeAlike(spans: readonly Span[]): Span[] {
  const merged: { readonly span: Span; readonly texts: string[] }[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last && looksAlike(last.span, span)) last.texts.push(span.text);
    else merged.push({ span, texts: [span.text] });
  }
  return merged.map(({ span, texts }) => ({ ...span, text: texts.join('') }));
}

export const plainText = (spans: readonly Span[]) =>
  spans
    .map((span) => span.text)
    .join('')
    .replaceAll('\u00ad', '');

/** Letters smaller than this share of their line are raised or lowered. */
const RAISED_SIZE = 0.85;

function raisedOf(glyph: Glyph, line: Line): Span['raised'] {
  if (glyph.size >= RAISED_SIZE * line.size || glyph.text === ' ') return undefined;
  if (glyph.baseline < line.baseline - 0.12 * line.size) return 'superscript';
  return glyph.baseline > line.baseline + 0.04 * line.size ? 'subscript' : undefined;
}

/** The spans of a line. */
export function spansOf(line: Line, links: readonly Link[]): Span[] {
  const near = links.filter(
    (link) => link.top <= line.bottom && link.bottom >= line.top && link.left <= line.right,
  );
  const spans: Span[] = [];
  for (const glyph of line.glyphs) {
    const x = (glyph.left + glyph.right) / 2;
    const y = (glyph.top + glyph.bottom) / 2;
    const link = near.find(
      ({ left, right, top, bottom }) => left - 1 <= x && x <= right + 1 && top - 1 <= y && y <= bottom + 1,
    );
    const raised = raisedOf(glyph, line);
    const { font, colour } = glyph.style;
    const { decoration } = glyph;
    // Whether the hyphen at a line's end is soft, the document's other words say; PDFium calls all of them so.
    const { text } = glyph;
    const span: Span = {
      text,
      font,
      colour,
      size: raised ? line.size : glyph.size,
      decoration,
      raised,
      link,
    };
    const last = spans.at(-1);
    if (last && (looksAlike(last, span) || (text === ' ' && differsInFontOnly(last, span))))
      last.text += text;
    else spans.push(span);
  }
  return spans;
}

const differsInFontOnly = (a: Span, b: Span) =>
  a.decoration === b.decoration && a.raised === b.raised && a.link === b.link;

const looksAlike = (a: Span, b: Span) =>
  a.font === b.font &&
  Math.round(a.size * 2) === Math.round(b.size * 2) &&
  a.colour === b.colour &&
  differsInFontOnly(a, b) &&
  !a.note &&
  !b.note;

/** Continues text with another line: with a blank, a soft hyphen or nothing between them. */
export function appendSpans(
  spans: Span[],
  added: readonly Span[],
  words: HyphenatedWords,
  keepsBreak = false,
): void {
  const last = spans.at(-1);
  const [next] = added;
  if (!next) return;
  if (last) last.text = ending(last.text, next.text, words, keepsBreak);
  for (const span of added) spans.push(span);
}

const HYPHENS = '-\u00ad\u2010';

/** The end of a line as it goes on with the next one. */
function ending(text: string, next: string, words: HyphenatedWords, keepsBreak: boolean): string {
  if (keepsBreak) return `${text}\n`;
  if (text === '' || text.endsWith(' ')) return text;
  const before = text.charAt(text.length - 2);
  if (HYPHENS.includes(text.charAt(text.length - 1)) && before !== '' && before !== ' ') {
    const isSoft = isLetter(before) && startsLower(next) && !words.has(joinedWord(text, next));
    return isSoft ? `${text.slice(0, -1)}\u00ad` : text;
  }
  return endsEastAsian(text) && startsEastAsian(next) ? text : `${text} `;
}

const LONGEST_WORD = 60;
const BETWEEN_WORDS = /[^\p{L}\p{N}_]/u;

/** The word around a line's end, with its hyphen. */
function joinedWord(text: string, next: string): string {
  const before = text.slice(0, -1).slice(-LONGEST_WORD).split(BETWEEN_WORDS).at(-1);
  const [after] = next.slice(0, LONGEST_WORD).split(BETWEEN_WORDS);
  return `${before}-${after}`.toLowerCase();
}

/** The words of a text that have a hyphen between letters. */
export function hyphenatedWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_-]/u)
    .filter((word) => word.length <= LONGEST_WORD && /[^-]-[^-]/.test(word));
}
