import { hasEastAsian } from '../layout/scripts.js';
import type { Font } from '../model.js';

/** Words in a font's name, and the family of that look; of a name in lower case without other characters. */
const FAMILIES: readonly (readonly [words: RegExp, family: string])[] = [
  [/arial|helvet|liberationsans|nimbussan|arimo/, 'Arial'],
  [/times|liberationserif|nimbusrom|tinos|cmr|cmbx|cmti|sfrm|lmroman|cmsy|cmmi|cmcsc/, 'Times New Roman'],
  [/courier|liberationmono|nimbusmon|cmtt|cousine/, 'Courier New'],
  [/calibri|carlito/, 'Calibri'],
  [/cambria|caladea/, 'Cambria'],
];
/** Families that readers of Word files may have. */
const KNOWN =
  /^(?:verdana|tahoma|georgia|trebuchet|segoe|garamond|consolas|candara|corbel|constantia|gill ?sans|century|palatino|book ?antiqua|comic|impact|lucida|sim|ms |meiryo|yu|malgun|batang|gulim|noto|dejavu|open ?sans|roboto|source|lato|microsoft|david|traditional|simplified|nirmala)/i;
const SUBSET = /^[A-Z]{6}\+/;
const FACE = /[-,](?:Bold|Italic|Regular|Roman|Oblique|Medium|Light|Book|Semi|Demi|Black|It|MT|PS|Condensed)/;
const LONGEST_NAME = 100;

const families = new WeakMap<Font, string>();

/** The family for Word: the font's own if it is a usual one, or the one that is most like it. */
export function familyOf(font: Font): string {
  const known = families.get(font);
  if (known) return known;
  const family = findFamily(font);
  families.set(font, family);
  return family;
}

function findFamily(font: Font): string {
  const name = font.name.slice(0, LONGEST_NAME).replace(SUBSET, '');
  const key = name.toLowerCase().replace(/[^a-z]/g, '');
  const alike = FAMILIES.find(([words]) => words.test(key));
  if (alike) return alike[1];
  const face = FACE.exec(name);
  const own = (face ? name.slice(0, face.index) : name)
    .replace(/(?:PSMT|MT|PS)$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2');
  if (KNOWN.test(own) && !font.isSymbolic && /^[\w -]+$/.test(own)) return own;
  if (font.isMonospaced) return 'Courier New';
  return font.hasSerifs ? 'Times New Roman' : 'Arial';
}

/** The family for the Chinese, Japanese or Korean letters of a text; undefined if it has none. */
export function eastAsianFamily(text: string): string | undefined {
  if (/[\uac00-\ud7a3]/.test(text)) return 'Malgun Gothic';
  if (/[\u3040-\u30ff]/.test(text)) return 'MS Mincho';
  return hasEastAsian(text) ? 'SimSun' : undefined;
}
