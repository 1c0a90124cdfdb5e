import type { Font } from './model.js';
import type { Pdfium } from './pdfium.js';

const BOLD = /bold|black|heavy|semibd|demi|cmbx|-bd|,bd|ptmb|phvb/i;
const ITALIC = /ital|obliq|cmti|cmmi|slant|-it$|bdi/i;
const MONOSPACED = /mono|courier|consol|cmtt|typewriter/i;
const SYMBOLIC = /symbol|wingding|dingbat|webding/i;
const BOLD_WEIGHT = 600;
/** Of a font descriptor: ISO 32000-2, table 121. */
const FLAGS = { monospaced: 1, serifs: 2, italic: 1 << 6, forcedBold: 1 << 18 } as const;

const NO_FONT: Font = {
  ...{ name: '', isBold: false, isItalic: false, isMonospaced: false, hasSerifs: false, isSymbolic: false },
};

/** The fonts of a document: one object for each, and one more for each way in which it is made bold or slanted. */
export class Fonts {
  /** Whether the file holds any of them. */
  areEmbedded = false;
  private readonly known = new Map<string, Font>();
  /** By handle, which holds as long as the page is open. */
  private handles = new Map<number, Font>();

  constructor(private readonly pdfium: Pdfium) {}

  /** Handles of the page before are no longer valid. */
  startPage(): void {
    this.handles = new Map();
  }

  of(handle: number): Font {
    if (handle === 0) return NO_FONT;
    const font = this.handles.get(handle) ?? this.read(handle);
    this.handles.set(handle, font);
    return font;
  }

  /** The same font, made bold by a thick outline or slanted by a matrix. */
  changed(font: Font, isBold: boolean, isItalic: boolean): Font {
    return this.shared({ ...font, isBold: font.isBold || isBold, isItalic: font.isItalic || isItalic });
  }

  private read(handle: number): Font {
    const { call } = this.pdfium;
    const name = this.pdfium.text8((address, bytes) => call.FPDFFont_GetBaseFontName(handle, address, bytes));
    const flags = Math.max(0, call.FPDFFont_GetFlags(handle));
    const weight = call.FPDFFont_GetWeight(handle);
    this.areEmbedded ||= call.FPDFFont_GetIsEmbedded(handle) === 1;
    const isHeavy = weight >= BOLD_WEIGHT && !/regular/i.test(name);
    return this.shared({
      name,
      isBold: BOLD.test(name) || (flags & FLAGS.forcedBold) !== 0 || isHeavy,
      isItalic: ITALIC.test(name) || (flags & FLAGS.italic) !== 0,
      isMonospaced: MONOSPACED.test(name) || (flags & FLAGS.monospaced) !== 0,
      hasSerifs: (flags & FLAGS.serifs) !== 0,
      isSymbolic: SYMBOLIC.test(name),
    });
  }

  private shared(font: Font): Font {
    const key = JSON.stringify(font);
    const known = this.known.get(key) ?? font;
    this.known.set(key, known);
    return known;
  }
}
