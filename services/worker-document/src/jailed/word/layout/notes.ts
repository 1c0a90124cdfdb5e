import type { BlockColumn, PageLayout } from './page-layout.js';
import { appendSpans, type HyphenatedWords, type Paragraph, type Span } from './paragraph.js';
import { isNumberMark } from './scripts.js';

/** Most notes are smaller than this share of the text. */
const NOTE_SIZE = 0.93;
/** They stand below this share of the page. */
const NOTE_HEIGHT = 0.4;
const NUMBER_AT_START = /^(\d{1,3})\s?\S/;

/**
 * Turns paragraphs at the foot of a column into footnotes, if their numbers stand raised in the text. They leave the page and
 * hang on the number.
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
    column.blocks.length -= foot.length;
    // The line above the notes is drawn by Word.
    const last = column.blocks.at(-1);
    if (last?.kind === 'paragraph' && last.border?.side === 'bottom') last.border = undefined;
  }
}

function smallAtFoot({ blocks }: BlockColumn, height: number, bodySize: number): Paragraph[] {
  const small: Paragraph[] = [];
  for (const block of blocks.toReversed()) {
    const isSmall =
      block.kind === 'paragraph' &&
      (block.size <= NOTE_SIZE * bodySize || startsRaised(block)) &&
      block.top > NOTE_HEIGHT * height &&
      block.headingLevel === 0;
    if (!isSmall) break;
    small.push(block);
  }
  return small.reverse();
}

/** Some notes are as large as the text, but their number is raised. */
function startsRaised({ spans }: Paragraph): boolean {
  const [first] = spans;
  return first?.raised === 'superscript' && /^\d{1,3}$/.test(first.text);
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
