import { snap } from './numbers.js';
import type { ListItem, Paragraph } from './paragraph.js';
import { isNumberMark, isSectionNumber } from './scripts.js';

/** Paragraphs before and after one in which its neighbours of the list are looked for. */
const NEAR = 3;
/** Signs that are a list's only with others beside them. */
const WEAK_BULLETS = '-–—*·o';
const DEEPEST = 8;
const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10 };

type Numbered = Pick<ListItem, 'format' | 'number'>;

/** Finds lists: by bullets, or by numbers that go on in the paragraphs around. @param paragraphs - in reading order */
export function markLists(paragraphs: readonly Paragraph[]): void {
  for (const [at, paragraph] of paragraphs.entries()) {
    if (paragraph.headingLevel > 0 || !paragraph.mark) continue;
    const around = [
      ...paragraphs.slice(Math.max(0, at - NEAR), at),
      ...paragraphs.slice(at + 1, at + 1 + NEAR),
    ];
    const marks = around
      .filter((other) => other.mark && other.headingLevel === 0)
      .map((other) => other.mark as string);
    const found = isNumberMark(paragraph.mark) ? numbered(paragraph.mark, marks) : bulleted(paragraph, marks);
    if (!found) continue;
    const first = paragraph.lines[0];
    const indent = paragraph.isRightToLeft ? -(first?.right ?? 0) : (first?.left ?? 0);
    paragraph.list = { ...found, mark: paragraph.mark, indent, level: 0, list: 0 };
  }
  let lists = 0;
  for (let start = 0; start < paragraphs.length; start += 1) {
    if (!paragraphs[start]?.list) continue;
    const end = runEnd(paragraphs, start);
    lists = levelRun(paragraphs.slice(start, end), lists);
    start = end - 1;
  }
}

function bulleted(paragraph: Paragraph, marks: readonly string[]): Numbered | undefined {
  const mark = paragraph.mark as string;
  if (isSectionNumber(mark)) return undefined;
  const isWeak = WEAK_BULLETS.includes(mark);
  const hangs = paragraph.lines.length > 1 && paragraph.firstIndent < -3;
  return isWeak && !marks.includes(mark) && !hangs ? undefined : { format: 'bullet', number: 0 };
}

/** The readings of a mark: "i" is a letter and a Roman number. */
function readingsOf(mark: string): Numbered[] {
  const text = mark.replace(/[().]/g, '');
  if (/^\d+$/.test(text)) return [{ format: 'decimal', number: Number(text) }];
  const isLower = text === text.toLowerCase();
  const readings: Numbered[] = [];
  if (text.length === 1) {
    readings.push({
      format: isLower ? 'lowerLetter' : 'upperLetter',
      number: text.toLowerCase().charCodeAt(0) - 96,
    });
  }
  const roman = romanNumber(text.toLowerCase());
  if (roman !== undefined) readings.push({ format: isLower ? 'lowerRoman' : 'upperRoman', number: roman });
  return readings;
}

function romanNumber(text: string): number | undefined {
  let sum = 0;
  for (const [at, letter] of [...text].entries()) {
    const value = ROMAN[letter];
    if (value === undefined) return undefined;
    sum += value < (ROMAN[text.charAt(at + 1)] ?? 0) ? -value : value;
  }
  return sum;
}

/** What surrounds the number: "(1)" and "(2)" have the same. */
const shapeOf = (mark: string) => mark.replace(/[^().]+/g, '%');

/** A number is a list's if one beside it is one or two higher or lower. */
function numbered(mark: string, marks: readonly string[]): Numbered | undefined {
  const others = marks
    .filter((other) => isNumberMark(other) && shapeOf(other) === shapeOf(mark))
    .flatMap(readingsOf);
  return readingsOf(mark).find((reading) =>
    others.some((other) => {
      const distance = Math.abs(other.number - reading.number);
      return other.format === reading.format && (distance === 1 || distance === 2);
    }),
  );
}

/** A run of items; a paragraph between two of them, further in, belongs to the first. */
function runEnd(paragraphs: readonly Paragraph[], start: number): number {
  const left = (paragraphs[start] as Paragraph).left;
  let end = start + 1;
  for (; end < paragraphs.length; end += 1) {
    const paragraph = paragraphs[end] as Paragraph;
    const isBetween =
      paragraphs[end + 1]?.list !== undefined && paragraph.headingLevel === 0 && paragraph.left > left + 8;
    if (!paragraph.list && !isBetween) break;
  }
  return end;
}

/** Levels by indent; a list ends where its numbers do not go on. @returns the number of the last list */
function levelRun(run: readonly Paragraph[], lists: number): number {
  const items = run.map((paragraph) => paragraph.list).filter((item) => item !== undefined);
  const indents = snap(
    items.map((item) => item.indent),
    6,
  ).slice(0, DEEPEST + 1);
  const open = new Map<number, { shape: string; list: number; number: number }>();
  let last = lists;
  for (const item of items) {
    const distances = indents.map((indent) => Math.abs(indent - item.indent));
    item.level = distances.indexOf(Math.min(...distances));
    for (const level of open.keys()) if (level > item.level) open.delete(level);
    const shape = item.format === 'bullet' ? item.mark : `${item.format} ${shapeOf(item.mark)}`;
    const known = open.get(item.level);
    const goesOn = known?.shape === shape && (item.format === 'bullet' || item.number === known.number + 1);
    if (!goesOn) last += 1;
    item.list = goesOn ? known.list : last;
    open.set(item.level, { shape, list: item.list, number: item.number });
  }
  return last;
}

/** What precedes the text: `(%)` for "(3)". */
export const numberText = (mark: string) => mark.replace(/[^().]+/, '%');
