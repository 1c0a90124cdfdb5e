import type { OutlineEntry } from '../model.js';
import { Tally, toHalf } from './numbers.js';
import type { Block } from './page-layout.js';
import type { Paragraph } from './paragraph.js';
import { isBullet } from './scripts.js';

const LOWEST_LEVEL = 6;
const TAGGED_HEADING = /^(?:H\d?|Title)$/;
/** Blocks that tags call text. */
const TAGGED_TEXT = new Set(['P', 'LI', 'LBody', 'Caption', 'Note', 'TOCI']);
const CAPTION = /^(?:figure|fig\.|table|abb\.|tabelle|figura|tabella|рис)\s{0,3}\d/i;
const ENDS_SENTENCE = /[.,;:!?]$/;

/** Headings of the same look have the same level. */
const lookOf = (paragraph: Paragraph) => `${toHalf(paragraph.size)} ${paragraph.isBold ? 1 : 0}`;
const keyOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/**
 * Finds headings: bookmarks and tags first, then larger or bold lines, ranked by their look. A single largest one at the start
 * is the title.
 *
 * @param blocks - of the whole document, in reading order
 */
export function markHeadings(
  blocks: readonly Block[],
  outline: readonly OutlineEntry[],
  bodySize: number,
): void {
  const bookmarks = new Map(outline.map((entry) => [keyOf(entry.title), entry.level + 1]));
  const paragraphs = blocks.filter((block) => block.kind === 'paragraph');
  const hasTags = paragraphs.some((paragraph) => /^H\d/.test(tagOf(paragraph)));
  const looks = new Tally<string>();
  const ranked: Paragraph[] = [];
  const known = new Set<Paragraph>();
  for (const [at, block] of blocks.entries()) {
    if (block.kind !== 'paragraph') continue;
    const level = knownLevel(block, bookmarks);
    if (level !== undefined) {
      block.headingLevel = Math.min(LOWEST_LEVEL, level);
      known.add(block);
    } else if (!(hasTags && isTaggedText(block, bodySize)) && looksLikeHeading(blocks, at, bodySize)) {
      looks.add(lookOf(block));
      ranked.push(block);
    }
  }
  rank(ranked, looks, paragraphs);
  // Where everything is large, nothing is a heading.
  const headings = paragraphs.filter((paragraph) => paragraph.headingLevel > 0);
  if (paragraphs.length <= 8 || headings.length <= 0.5 * paragraphs.length) return;
  for (const heading of headings)
    if (!known.has(heading) && heading.text.length > 60) heading.headingLevel = 0;
}

const tagOf = (paragraph: Paragraph) => paragraph.lines[0]?.tag.block?.kind ?? '';

function knownLevel(paragraph: Paragraph, bookmarks: ReadonlyMap<string, number>): number | undefined {
  const tag = tagOf(paragraph);
  if (TAGGED_HEADING.test(tag)) return tag === 'Title' ? 1 : Number(tag.slice(1)) || 1;
  const key = keyOf(paragraph.text.slice(0, 400));
  return key && paragraph.lines.length <= 3 ? bookmarks.get(key) : undefined;
}

const isShort = (paragraph: Paragraph) =>
  paragraph.lines.length <= 3 &&
  paragraph.text.length <= 160 &&
  /[\p{L}\p{N}]/u.test(paragraph.text) &&
  !isBullet(paragraph.mark ?? '');

const isTaggedText = (paragraph: Paragraph, bodySize: number) =>
  TAGGED_TEXT.has(tagOf(paragraph)) && !(paragraph.size >= 1.25 * bodySize && isShort(paragraph));

function looksLikeHeading(blocks: readonly Block[], at: number, bodySize: number): boolean {
  const paragraph = blocks[at] as Paragraph;
  const { text } = paragraph;
  if (!isShort(paragraph) || CAPTION.test(text)) return false;
  const letters = text.replace(/[^\p{L}]/gu, '').length;
  if (letters < 0.4 * text.length) return false;
  return paragraph.size >= 1.1 * bodySize || isBoldHeading(blocks, at, bodySize);
}

function isBoldHeading(blocks: readonly Block[], at: number, bodySize: number): boolean {
  const paragraph = blocks[at] as Paragraph;
  const { text, size, lines } = paragraph;
  const before = blocks[at - 1];
  const next = blocks[at + 1];
  const gap =
    before && before.bottom < paragraph.top ? paragraph.top - before.bottom : Number.POSITIVE_INFINITY;
  const isOverText = next !== undefined && (next.kind !== 'paragraph' || !next.isBold || next.size < size);
  return (
    paragraph.isBold &&
    size >= 0.95 * bodySize &&
    lines.length <= 2 &&
    text.length > 2 &&
    text.length <= 110 &&
    !ENDS_SENTENCE.test(text) &&
    lines[0]?.tabs.length === 0 &&
    isOverText &&
    gap > 0.35 * size &&
    paragraph.alignment !== 'right'
  );
}

function rank(ranked: readonly Paragraph[], looks: Tally<string>, paragraphs: readonly Paragraph[]): void {
  const bySize = (a: string, b: string) => {
    const [sizeA, boldA] = a.split(' ').map(Number) as [number, number];
    const [sizeB, boldB] = b.split(' ').map(Number) as [number, number];
    return sizeB - sizeA || boldB - boldA;
  };
  const [first] = ranked;
  if (
    first &&
    ranked.length > 2 &&
    paragraphs.slice(0, 4).includes(first) &&
    looks.counts.get(lookOf(first)) === 1
  ) {
    const isLargest = [...looks.counts.keys()].every(
      (look) => look === lookOf(first) || Number.parseFloat(look) < toHalf(first.size),
    );
    if (isLargest) {
      first.isTitle = true;
      looks.counts.delete(lookOf(first));
    }
  }
  const order = [...looks.counts.keys()].sort(bySize);
  for (const paragraph of ranked) {
    paragraph.headingLevel = paragraph.isTitle
      ? 1
      : Math.min(LOWEST_LEVEL, order.indexOf(lookOf(paragraph)) + 1);
  }
}
