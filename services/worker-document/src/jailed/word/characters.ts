import type { Fonts } from './fonts.js';
import type { PageFrame } from './frame.js';
import type { Tag, TextStyle } from './model.js';
import type { Pdfium } from './pdfium.js';
import type { PlacedCharacter } from './turn.js';

/** More characters than a page of the smallest print has. */
const MAX_CHARACTERS = 200_000;
/** Shear from which an upright font is slanted. */
const MIN_SHEAR = 0.12;
/** Degrees to both sides within which text reads to the right. */
const LEVEL_DEGREES = 8;
const SOFT_HYPHEN_OF_PDFIUM = 2;
const STROKED = 1;
const FILLED_AND_STROKED = 2;
/** What PDFium writes between lines. */
const LINE_ENDS: readonly number[] = [0, 10, 13];

/** The text of a page. */
export interface PageText {
  readonly level: PlacedCharacter[];
  readonly other: PlacedCharacter[];
}

/** @param tags - by the marked content; empty for a page without a structure tree */
export function readCharacters(
  pdfium: Pdfium,
  textPage: number,
  frame: PageFrame,
  fonts: Fonts,
  tags: ReadonlyMap<number, Tag>,
): PageText {
  const { call, scratch } = pdfium;
  const styles = new Map<number, TextStyle>();
  const level: PlacedCharacter[] = [];
  const other: PlacedCharacter[] = [];
  const count = Math.min(MAX_CHARACTERS, call.FPDFText_CountChars(textPage));
  for (let at = 0; at < count; at++) {
    const code = call.FPDFText_GetUnicode(textPage, at);
    if (LINE_ENDS.includes(code) || call.FPDFText_IsGenerated(textPage, at) === 1) continue;
    const object = call.FPDFText_GetTextObject(textPage, at);
    const style = styles.get(object) ?? styleOf(pdfium, textPage, at, object, frame, fonts, tags);
    styles.set(object, style);
    if (!call.FPDFText_GetLooseCharBox(textPage, at, scratch)) continue;
    const box = frame.box(pdfium.float(0), pdfium.float(4), pdfium.float(8), pdfium.float(12));
    if (frame.isOutside(box)) continue;
    call.FPDFText_GetCharOrigin(textPage, at, scratch, scratch + 8);
    const [originX, baseline] = frame.point(pdfium.double(0), pdfium.double(8));
    const isSoftHyphen = code === SOFT_HYPHEN_OF_PDFIUM;
    const text = isSoftHyphen ? '-' : String.fromCodePoint(Math.min(code, 0x10ffff));
    const character = { ...box, text, originX, baseline, size: style.size, style, isSoftHyphen };
    (isLevel(style) ? level : other).push(character);
  }
  return { level, other };
}

const isLevel = ({ angle }: TextStyle): boolean => Math.min(angle, 360 - angle) < LEVEL_DEGREES;

function styleOf(
  pdfium: Pdfium,
  textPage: number,
  at: number,
  object: number,
  frame: PageFrame,
  fonts: Fonts,
  tags: ReadonlyMap<number, Tag>,
): TextStyle {
  const { call, scratch } = pdfium;
  call.FPDFText_GetMatrix(textPage, at, scratch);
  const [a, b, c, d] = pdfium.matrix();
  const shear = (a * c + b * d) / (a * a + b * b || 1);
  const angle = (Math.atan2(b, a) * 180) / Math.PI - frame.rotation;
  const renderMode = object === 0 ? 0 : call.FPDFTextObj_GetTextRenderMode(object);
  const font = fonts.of(object === 0 ? 0 : call.FPDFTextObj_GetFont(object));
  const isTagged = tags.size > 0 && object !== 0;
  const content = isTagged ? call.FPDFPageObj_GetMarkedContentID(object) : -1;
  return {
    font: fonts.changed(font, renderMode === FILLED_AND_STROKED, shear > MIN_SHEAR),
    size: call.FPDFText_GetFontSize(textPage, at) * (Math.hypot(c, d) || 1) * frame.scale,
    colour: object === 0 ? '000000' : colourOf(pdfium, object, renderMode === STROKED ? 'stroke' : 'fill'),
    renderMode,
    angle: (Math.round(angle) + 720) % 360,
    tag: tags.get(content),
    isArtifact: tags.size > 0 && content < 0,
  };
}

/** Six hexadecimal digits; black if the object has no such colour. */
export function colourOf(pdfium: Pdfium, object: number, use: 'fill' | 'stroke'): string {
  const { call, scratch } = pdfium;
  const read = use === 'fill' ? call.FPDFPageObj_GetFillColor : call.FPDFPageObj_GetStrokeColor;
  if (!read(object, scratch, scratch + 4, scratch + 8, scratch + 12)) return '000000';
  const parts = [pdfium.int(0), pdfium.int(4), pdfium.int(8)];
  return parts
    .map((part) => (part & 255).toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}
