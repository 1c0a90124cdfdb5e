import type { PageRange } from '@filemill/formats';
import { readFields, readLinks, readOutline } from './annotations.js';
import { readCharacters } from './characters.js';
import { KINDS, pictureObjects, readDrawings, textObjects, visitObjects } from './drawings.js';
import { encode, isWhite, type Pixels } from './encode.js';
import { Fonts } from './fonts.js';
import { PageFrame } from './frame.js';
import type { Box, EncodedPicture, OutlineEntry, Page, PageSource, Picture, Tag } from './model.js';
import type { Pdfium } from './pdfium.js';
import { readTags } from './tags.js';
import { type PlacedCharacter, turnedLevel } from './turn.js';

/** The document is opened anew after so many pages: PDFium keeps what it has parsed. */
const BLOCK_PAGES = 50;
const SPACE = 32;
const POINTS_PER_INCH = 72;
const DPI = 150;
/** A larger picture object is drawn as the page shows it. */
const MAX_PICTURE_PIXELS = 40_000_000;
/** FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY. */
const LOCKED: readonly number[] = [4, 5];
/** FPDFBitmap_BGRA. */
const FOUR_BYTES = 4;
const WHITE = 0xffffffff;
/** FPDF_ANNOT, and FPDF_REVERSE_BYTE_ORDER for red, green, blue. */
const DRAW_FLAGS = 0x01 | 0x10;
/** Share of the characters that a structure tree has to cover. */
const MIN_TAGGED = 0.9;
const MIN_SCAN_SHARE = 0.5;
const MAX_SCAN_CHARACTERS = 20;

/** Why a PDF is not opened. */
export class Unreadable extends Error {
  constructor(readonly reason: 'encrypted' | 'corrupt') {
    super(reason);
  }
}

/** What of a document is read, and who hears of it. */
export interface SourceSettings {
  /** Pages from 1; absent: all. */
  readonly ranges?: readonly PageRange[] | undefined;
  /** Called each time a page is read. */
  readonly onRead?: () => void;
}

interface OpenPage {
  readonly index: number;
  readonly handle: number;
}

/** A PDF, opened with PDFium. @throws {Unreadable} */
export class PdfSource implements PageSource {
  readonly pageCount: number;
  readonly outline: readonly OutlineEntry[];
  readonly title: string;
  readonly author: string;
  /** Pages that could not be read, by their index. */
  readonly missing = new Set<number>();
  /** What the pages that were read have. */
  readonly holds = { fields: false, curves: false, drawings: false };
  private readonly file: number;
  private readonly fonts: Fonts;
  private readonly formInfo: number;
  private document = 0;
  private form = 0;
  private current: OpenPage | undefined;
  private opened = 0;

  constructor(
    private readonly pdfium: Pdfium,
    private readonly bytes: Uint8Array,
    private readonly settings: SourceSettings = {},
  ) {
    this.file = pdfium.store(bytes);
    this.formInfo = pdfium.call.PDFiumExt_OpenFormFillInfo();
    this.fonts = new Fonts(pdfium);
    this.openDocument();
    this.pageCount = pdfium.call.FPDF_GetPageCount(this.document);
    if (this.pageCount === 0) throw new Unreadable('corrupt');
    this.outline = readOutline(pdfium, this.document);
    this.title = this.metadata('Title');
    this.author = this.metadata('Author');
  }

  *pages(): Generator<Page> {
    for (let index = 0; index < this.pageCount; index++) {
      const page = this.isWanted(index) ? this.read(index) : undefined;
      if (page) yield page;
    }
  }

  page(index: number): Page {
    const page = this.read(index);
    if (!page) throw new Unreadable('corrupt');
    return page;
  }

  async picture(page: Page, picture: Picture): Promise<EncodedPicture | undefined> {
    const { call, scratch } = this.pdfium;
    const handle = this.open(page.index);
    const object = pictureObjects(this.pdfium, handle)[picture.index];
    if (!object || !call.FPDFImageObj_GetImagePixelSize(object, scratch, scratch + 4)) return undefined;
    if (this.pdfium.int(0) * this.pdfium.int(4) > MAX_PICTURE_PIXELS) return this.crop(page, picture);
    const bitmap = call.FPDFImageObj_GetRenderedBitmap(this.document, handle, object);
    if (bitmap === 0) return undefined;
    const pixels = this.pixelsOf(bitmap, true);
    call.FPDFBitmap_Destroy(bitmap);
    return pixels && encode(pixels);
  }

  async crop(page: Page, box: Box, dpi = DPI): Promise<EncodedPicture> {
    return encode(this.draw(page, box, dpi));
  }

  async background(page: Page, dpi = DPI): Promise<EncodedPicture | undefined> {
    const { call } = this.pdfium;
    const hidden = this.readableText(page);
    if (this.hasOnly(page, hidden.length)) return undefined;
    for (const object of hidden) call.FPDFPageObj_SetIsActive(object, false);
    const pixels = this.draw(page, { left: 0, top: 0, right: page.width, bottom: page.height }, dpi);
    for (const object of hidden) call.FPDFPageObj_SetIsActive(object, true);
    return isWhite(pixels) ? undefined : encode(pixels);
  }

  get hasOwnFonts(): boolean {
    return this.fonts.areEmbedded;
  }

  /** Gives back all memory. */
  close(): void {
    this.closeDocument();
    this.pdfium.call.PDFiumExt_CloseFormFillInfo(this.formInfo);
    this.pdfium.free(this.file);
  }

  get hasWantedPages(): boolean {
    return this.settings.ranges?.some(([first]) => first <= this.pageCount) ?? true;
  }

  private isWanted(index: number): boolean {
    const { ranges } = this.settings;
    return ranges?.some(([first, last]) => first <= index + 1 && index < last) ?? true;
  }

  private read(index: number): Page | undefined {
    const handle = this.open(index);
    this.settings.onRead?.();
    if (handle === 0) {
      this.missing.add(index);
      return undefined;
    }
    const frame = new PageFrame(this.pdfium, handle);
    const tags = readTags(this.pdfium, handle);
    const textPage = this.pdfium.call.FPDFText_LoadPage(handle);
    const text = readCharacters(this.pdfium, textPage, frame, this.fonts, tags);
    this.pdfium.call.FPDFText_ClosePage(textPage);
    const drawings = readDrawings(this.pdfium, handle, frame);
    const fields = readFields(this.pdfium, this.form, handle, frame);
    const { width, height } = frame;
    this.holds.fields ||= fields.length > 0;
    this.holds.curves ||= drawings.curves.length > 0;
    this.holds.drawings ||= this.holds.curves || drawings.rulings.length + drawings.fills.length > 0;
    const isLarge = ({ left, top, right, bottom }: Box): boolean =>
      (right - left) * (bottom - top) > MIN_SCAN_SHARE * width * height;
    return turnedLevel({
      ...{ index, width, height },
      characters: text.level,
      otherCharacters: text.other,
      ...drawings,
      links: readLinks(this.pdfium, this.document, handle, frame),
      fields,
      isTagged: isCovered(tags, [...text.level, ...text.other]),
      isScan: text.level.length < MAX_SCAN_CHARACTERS && drawings.pictures.some(isLarge),
      turnedDegrees: 0,
    });
  }

  /** @returns the handle of a page, which stays open until the next one is; 0 if it cannot be read */
  private open(index: number): number {
    if (this.current?.index === index) return this.current.handle;
    this.closePage();
    this.opened += 1;
    if (this.opened % BLOCK_PAGES === 0) {
      this.closeDocument();
      this.openDocument();
    }
    this.fonts.startPage();
    const handle = this.pdfium.call.FPDF_LoadPage(this.document, index);
    if (handle !== 0) this.current = { index, handle };
    return handle;
  }

  /** Whether the page shows nothing but so many texts: then it need not be drawn. */
  private hasOnly(page: Page, texts: number): boolean {
    const handle = this.open(page.index);
    let objects = 0;
    visitObjects(this.pdfium, handle, (_, kind) => {
      if (kind !== KINDS.form) objects += 1;
    });
    return objects === texts && this.pdfium.call.FPDFPage_GetAnnotCount(handle) === 0;
  }

  /** Text objects whose characters are known, and that read to the right, up or down: the rest is left to the picture. */
  private readableText(page: Page): number[] {
    const { call } = this.pdfium;
    const handle = this.open(page.index);
    const frame = new PageFrame(this.pdfium, handle);
    const turned = frame.rotation + page.turnedDegrees;
    const textPage = call.FPDFText_LoadPage(handle);
    const known = new Set<number>();
    for (let at = call.FPDFText_CountChars(textPage) - 1; at >= 0; at--)
      if (call.FPDFText_GetUnicode(textPage, at) > SPACE)
        known.add(call.FPDFText_GetTextObject(textPage, at));
    call.FPDFText_ClosePage(textPage);
    return textObjects(this.pdfium, handle)
      .filter(({ object, angle }) => known.has(object) && isBoxAngle(angle - turned))
      .map(({ object }) => object);
  }

  private draw(page: Page, box: Box, dpi: number): Pixels {
    const { call } = this.pdfium;
    const handle = this.open(page.index);
    const scale = dpi / POINTS_PER_INCH;
    const widthPx = Math.max(1, Math.round((box.right - box.left) * scale));
    const heightPx = Math.max(1, Math.round((box.bottom - box.top) * scale));
    const bitmap = call.FPDFBitmap_CreateEx(widthPx, heightPx, FOUR_BYTES, 0, 0);
    if (bitmap === 0) throw new Error(`no memory for ${widthPx} × ${heightPx} pixels`);
    call.FPDFBitmap_FillRect(bitmap, 0, 0, widthPx, heightPx, WHITE);
    call.FPDF_RenderPageBitmap(
      ...([bitmap, handle] as const),
      ...([-Math.round(box.left * scale), -Math.round(box.top * scale)] as const),
      ...([Math.round(page.width * scale), Math.round(page.height * scale)] as const),
      ...([page.turnedDegrees / 90, DRAW_FLAGS] as const),
    );
    const pixels = this.pixelsOf(bitmap, false);
    call.FPDFBitmap_Destroy(bitmap);
    if (!pixels) throw new Error('PDFium drew nothing');
    return pixels;
  }

  /** A copy, in the order red, green, blue, opacity. @param isReversed - blue comes first in it */
  private pixelsOf(bitmap: number, isReversed: boolean): Pixels | undefined {
    const { call } = this.pdfium;
    const [widthPx, heightPx] = [call.FPDFBitmap_GetWidth(bitmap), call.FPDFBitmap_GetHeight(bitmap)];
    const stride = call.FPDFBitmap_GetStride(bitmap);
    const channels = CHANNELS[call.FPDFBitmap_GetFormat(bitmap)];
    if (!channels || widthPx === 0 || heightPx === 0) return undefined;
    const source = this.pdfium.bytes(call.FPDFBitmap_GetBuffer(bitmap), stride * heightPx);
    const bytes = new Uint8Array(4 * widthPx * heightPx);
    const [blue, green, red, opacity, size] = channels;
    const [first, third] = isReversed ? [red, blue] : [blue, red];
    for (let y = 0, to = 0; y < heightPx; y++) {
      for (let x = 0, from = y * stride; x < widthPx; x++, from += size, to += 4) {
        bytes[to] = source[from + first] ?? 0;
        bytes[to + 1] = source[from + green] ?? 0;
        bytes[to + 2] = source[from + third] ?? 0;
        bytes[to + 3] = opacity === undefined ? 255 : (source[from + opacity] ?? 0);
      }
    }
    return { bytes, widthPx, heightPx };
  }

  private openDocument(): void {
    const { call } = this.pdfium;
    this.document = call.FPDF_LoadMemDocument(this.file, this.bytes.length, '');
    if (this.document === 0)
      throw new Unreadable(LOCKED.includes(call.FPDF_GetLastError()) ? 'encrypted' : 'corrupt');
    this.form = call.PDFiumExt_InitFormFillEnvironment(this.document, this.formInfo);
  }

  private closePage(): void {
    if (this.current) this.pdfium.call.FPDF_ClosePage(this.current.handle);
    this.current = undefined;
  }

  private closeDocument(): void {
    this.closePage();
    this.pdfium.call.PDFiumExt_ExitFormFillEnvironment(this.form);
    this.pdfium.call.FPDF_CloseDocument(this.document);
  }

  private metadata(key: string): string {
    const { call } = this.pdfium;
    return this.pdfium.text16((at, bytes) => call.FPDF_GetMetaText(this.document, key, at, bytes));
  }
}

/** Degrees, counter-clockwise: within 10 of 0, 90 or 270. */
function isBoxAngle(degrees: number): boolean {
  const angle = (Math.round(degrees) + 720) % 360;
  return [0, 90, 270, 360].some((right) => Math.abs(angle - right) < 10);
}

/** Where blue, green, red and opacity are in a pixel, and its bytes, by FPDFBitmap_*: grey; BGR; BGRx; BGRA. */
const CHANNELS: Readonly<
  Record<
    number,
    readonly [blue: number, green: number, red: number, opacity: number | undefined, bytes: number]
  >
> = {
  1: [0, 0, 0, undefined, 1],
  2: [0, 1, 2, undefined, 3],
  3: [0, 1, 2, undefined, 4],
  4: [0, 1, 2, 3, 4],
};

/** Text outside of the tree may be a running head, so the share need not be whole. */
function isCovered(tags: ReadonlyMap<number, Tag>, characters: readonly PlacedCharacter[]): boolean {
  if (tags.size === 0) return false;
  const covered = characters.filter(({ style }) => style.tag !== undefined).length;
  return covered >= MIN_TAGGED * characters.length;
}
