import type { Line } from '../layout/line.js';
import { median } from '../layout/numbers.js';
import { type Glyph, isHangul, startsEastAsian } from '../layout/scripts.js';
import type { Font } from '../model.js';
import { familyOf } from './families.js';
import { STAND_IN_WIDTHS, WIDTH_RANGES } from './stand-in-widths.js';

/** Samples of a font; more change nothing. */
const MOST_SAMPLES = 400;
const FEWEST_SAMPLES = 4;
/** Smaller differences are not worth a property. */
const LEAST_DIFFERENCE = 0.015;
const [NARROWEST, WIDEST] = [60, 130];
/** Advance of Hangul in thousandths of the size, as Malgun Gothic has it. */
const HANGUL_WIDTH = 920;
const COURIER_WIDTH = 600;
/** Letters of a word that count. */
const FEWEST_LETTERS = 4;

/** Finds how wide a font's letters are beside those of the family that Word will show, so that lines keep their words. */
export class WidthScale {
  private readonly samples = new Map<string, number[]>();
  private readonly percents = new Map<string, number | undefined>();

  add(line: Line): void {
    if (line.isRightToLeft) return;
    let start = 0;
    for (let at = 1; at <= line.glyphs.length; at += 1) {
      if (at < line.glyphs.length && goesOn(line.glyphs[at - 1] as Glyph, line.glyphs[at] as Glyph)) continue;
      if (at - start >= FEWEST_LETTERS) this.addWord(line.glyphs.slice(start, at));
      start = at;
    }
    for (const [at, glyph] of line.glyphs.entries())
      if (at > 0) this.addEastAsian(line.glyphs[at - 1] as Glyph, glyph);
  }

  private addWord(word: readonly Glyph[]): void {
    const [first, last] = [word[0] as Glyph, word.at(-1) as Glyph];
    let units = 0;
    for (const { text, style } of word.slice(0, -1)) {
      const width = widthOf(text, style.font);
      if (!width) return;
      units += width;
    }
    this.sample(first.style.font, (last.left - first.left) / ((units / 1000) * first.size));
  }

  private addEastAsian(a: Glyph, b: Glyph): void {
    const isFull = (glyph: Glyph) => startsEastAsian(glyph.text) || isHangul(glyph.text);
    if (!isFull(a) || !isFull(b) || a.style !== b.style) return;
    const units = isHangul(a.text) ? HANGUL_WIDTH : 1000;
    this.sample(a.style.font, (b.left - a.left) / ((units / 1000) * a.size));
  }

  private sample(font: Font, ratio: number): void {
    const samples = this.samples.get(font.name) ?? [];
    this.samples.set(font.name, samples);
    if (ratio > 0 && samples.length < MOST_SAMPLES) samples.push(ratio);
  }

  /** The width of the letters in percent; undefined if they are as wide. To be called when all lines are added. */
  percentOf(font: Font): number | undefined {
    if (!this.percents.has(font.name)) this.percents.set(font.name, this.findPercent(font));
    return this.percents.get(font.name);
  }

  private findPercent(font: Font): number | undefined {
    const samples = this.samples.get(font.name) ?? [];
    const ratio = median(samples, 1);
    if (samples.length < FEWEST_SAMPLES || Math.abs(ratio - 1) <= LEAST_DIFFERENCE) return undefined;
    return Math.max(NARROWEST, Math.min(WIDEST, Math.floor(ratio * 100)));
  }
}

const goesOn = (a: Glyph, b: Glyph) =>
  b.text !== ' ' &&
  b.text !== '\t' &&
  a.text !== ' ' &&
  a.text !== '\t' &&
  a.style.font === b.style.font &&
  Math.abs(a.size - b.size) < 0.3;

/** Advance in thousandths of the size; undefined if the stand-in's is not known. */
function widthOf(text: string, font: Font): number | undefined {
  const family = familyOf(font);
  if (family === 'Courier New') return COURIER_WIDTH;
  const face = STAND_IN_WIDTHS[family]?.[(font.isBold ? 1 : 0) + (font.isItalic ? 2 : 0)];
  const code = text.codePointAt(0) ?? 0;
  let before = 0;
  for (const [first, last] of WIDTH_RANGES) {
    if (code >= first && code <= last) {
      const at = 2 * (before + code - first);
      return face === undefined ? undefined : Number.parseInt(face.slice(at, at + 2), 36);
    }
    before += last - first + 1;
  }
  return undefined;
}
