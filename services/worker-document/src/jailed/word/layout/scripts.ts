import type { Character } from '../model.js';

/** A character as the layout takes it; blanks that the PDF leaves out are added with the text " ". */
export interface Glyph extends Character {
  decoration?: 'underline' | 'strike' | undefined;
}

const EAST_ASIAN = /[\u2e80-\u303f\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]/;
const RIGHT_TO_LEFT = /[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const LETTER = /\p{L}/u;
/** Characters that stand before the items of a list; the private ones are of Symbol and Wingdings. */
const BULLETS = new Set('•◦▪▫■□●○‣⁃–—-*·∙➢➤►✓✔❖◆\uf0b7\uf0a7\uf0d8\uf0fc\uf076\uf0a8\uf02d\uf06e\uf071');
const NUMBER_MARK = /^\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{2,5})[.)]$/;
const SECTION_NUMBER = /^\d{1,3}(?:\.\d{1,3})+\.?$/;

/** Whether the text starts with a Han character or kana, which are written without spaces (Hangul is not). */
export const startsEastAsian = (text: string) => EAST_ASIAN.test(text.charAt(0));
export const hasEastAsian = (text: string) => EAST_ASIAN.test(text);
/** Whether the last character is a Han character or kana. */
export const endsEastAsian = (text: string) => EAST_ASIAN.test(text.charAt(text.length - 1));
export const isHangul = (text: string) => text >= '\uac00' && text <= '\ud7a3';
export const isLetter = (text: string) => LETTER.test(text);
export const startsLower = (text: string) => /^\p{Ll}/u.test(text);

/** Whether the first character belongs to a script that is written from right to left. */
export const isRightToLeft = (text: string) =>
  text.charCodeAt(0) >= 0x590 && RIGHT_TO_LEFT.test(String.fromCodePoint(text.codePointAt(0) ?? 0));

export const isBullet = (text: string) => BULLETS.has(text);
/** "1.", "(a)", "iv)". */
export const isNumberMark = (text: string) => NUMBER_MARK.test(text);
/** "2.1", "3.4.1.". */
export const isSectionNumber = (text: string) => SECTION_NUMBER.test(text);

/** Spells ligatures and presentation forms out; other characters stay as they are. */
export function spellOut(text: string): string {
  const code = text.charCodeAt(0);
  if ((code >= 0xfb00 && code <= 0xfdff) || (code >= 0xfe70 && code <= 0xfefc)) return text.normalize('NFKC');
  return code === 0xa0 ? ' ' : text;
}

/**
 * Puts a line's characters into the order in which they are read. Right-to-left runs are turned round; digits and Latin words
 * inside a right-to-left line are turned back.
 *
 * @param glyphs - from left to right
 */
export function readingOrder(glyphs: Glyph[]): { glyphs: Glyph[]; isRightToLeft: boolean } {
  let turned = 0;
  let straight = 0;
  for (const { text } of glyphs) {
    if (isRightToLeft(text)) turned += 1;
    else if (isLetter(text)) straight += 1;
  }
  if (turned === 0) return { glyphs, isRightToLeft: false };
  return turned < straight
    ? { glyphs: turnIslands(glyphs), isRightToLeft: false }
    : { glyphs: turnLine(glyphs), isRightToLeft: true };
}

/** A left-to-right line with right-to-left words in it. */
function turnIslands(glyphs: readonly Glyph[]): Glyph[] {
  const isTurned = (index: number) => isRightToLeft(glyphs[index]?.text ?? '');
  const ordered: Glyph[] = [];
  for (let start = 0; start < glyphs.length; ) {
    let end = start;
    if (isTurned(start)) {
      while (isTurned(end + 1) || (glyphs[end + 1]?.text === ' ' && isTurned(end + 2))) end += 1;
    }
    for (let index = end; index >= start; index -= 1) ordered.push(glyphs[index] as Glyph);
    start = end + 1;
  }
  return ordered;
}

/** A right-to-left line: turned round as a whole, except for runs of digits and other letters. */
function turnLine(glyphs: readonly Glyph[]): Glyph[] {
  const reversed = glyphs.toReversed();
  const ordered: Glyph[] = [];
  for (let start = 0; start < reversed.length; ) {
    let end = start;
    const first = reversed[start] as Glyph;
    if (!isRightToLeft(first.text) && LETTER_OR_DIGIT.test(first.text)) {
      let index = start + 1;
      for (; index < reversed.length && !isRightToLeft((reversed[index] as Glyph).text); index += 1) {
        if (LETTER_OR_DIGIT.test((reversed[index] as Glyph).text)) end = index;
      }
    }
    for (let index = end; index >= start; index -= 1) ordered.push(reversed[index] as Glyph);
    start = end + 1;
  }
  return ordered;
}
