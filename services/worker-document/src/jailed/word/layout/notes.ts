import type { BlockColumn, PageLayout } from './page-layout.js';
import { appendSpans, type HyphenatedWords, type Paragraph, type Span } from './paragraph.js';
import { isNumberMark } from './scripts.js';

/** Notes are smaller than this share of the text. */
const NOTE_SIZE = 0.93;
/** They stand below this share of the page. */
const NOTE_HEIGHT = 0.4;
const NUMBER_AT_START = /^(\d{1,3})\s?\S/;

/**
 * Turns small paragraphs at the foot of a column into footnotes, if each of them starts with a number that stands raised in
 * the text. They leave the page and hang on the number.
 */
export function markNotes(layout: PageLayout, bodySize: number, words: HyphenatedWords): void {
  for (const column of layout.regions.flat()) {
    const small = smallAtFoot(column, layout.height, bodySize);
    const first = small.findIndex(startsNote);
    if (first < 0) continue;
    const foot = small.slice(first);
    const references = referencesOf(layout, new Set(foot));
    const numbers = foot.filter(startsNote).map(numberOf);
    if (!numbers.every((number) => references.has(number))) continue;
    const taken = new Set<unknown>(foot);
    let note: Paragraph | undefined;
    for (const paragraph of foot) {
      if (startsNote(paragraph)) {
        note = paragraph;
        note.noteNumber = numberOf(paragraph);
        (references.get(note.noteNumber) as Span).note = note;
      } else if (note) {
        appendSpans(note.spans, paragraph.spans, words);
      }
    }
    column.blocks.splice(0, column.blocks.length, ...column.blocks.filter((block) => !taken.has(block)));
  }
}

function smallAtFoot({ blocks }: BlockColumn, height: number, bodySize: number): Paragraph[] {
  const small: Paragraph[] = [];
  for (const block of blocks.toReversed()) {
    const isSmall =
      block.kind === 'paragraph' &&
      block.size <= NOTE_SIZE * bodySize &&
      block.top > NOTE_HEIGHT * height &&
      block.headingLevel === 0;
    if (!isSmall) break;
    small.push(block);
  }
  return small.reverse();
}

const numberOf = (paragraph: Paragraph) => NUMBER_AT_START.exec(paragraph.text)?.[1] ?? '';
const startsNote = (paragraph: Paragraph) =>
  NUMBER_AT_START.test(paragraph.text) && !isNumberMark(paragraph.text.slice(0, 8).split(' ')[0] ?? '');

/** Raised numbers in the text, without the notes' own. */
function referencesOf({ regions }: PageLayout, foot: ReadonlySet<Paragraph>): Map<string, Span> {
  const references = new Map<string, Span>();
  for (const { blocks } of regions.flat()) {
    for (const block of blocks) {
      if (block.kind !== 'paragraph' || foot.has(block)) continue;
      for (const span of block.spans) {
        if (span.raised === 'superscript' && /^\d{1,3}$/.test(span.text) && !span.note)
          references.set(span.text, span);
      }
    }
  }
  return references;
}
