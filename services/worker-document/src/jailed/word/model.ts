/**
 * What a page of a PDF shows, as `extract.ts` reads it with PDFium and as the layout and both writers take it.
 *
 * Unit of all lengths: points (1/72 inch). Origin: the upper left corner of the page as a reader sees it (crop box, /Rotate applied), x grows to
 * the right and y grows down. A page whose text mostly reads sideways is already turned, see {@link Page.turnedDegrees}.
 */

/** A rectangle: left <= right, top <= bottom. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A font of the document; one object for all the characters that use it, so that it may be a key of a Map. */
export interface Font {
  /** PostScript name as the PDF says it, with its subset prefix ("ABCDEF+Calibri-Bold"); empty if unknown. */
  readonly name: string;
  /** By name, flags or weight, or because letters are drawn with a thick outline (render mode 2). */
  readonly isBold: boolean;
  /** By name or flags, or because the text matrix slants an upright font. */
  readonly isItalic: boolean;
  readonly isMonospaced: boolean;
  readonly hasSerifs: boolean;
  /** Symbol, Wingdings and the like: its letters are pictures, often bullets. */
  readonly isSymbolic: boolean;
}

/** The structure elements around a piece of text; the numbers are unique within the page. */
export interface Tag {
  /** The nearest block element: `kind` is its standard type ("P", "H1", "LI", "TOCI", "Caption" …); `list` the LI around it. */
  readonly block?:
    | { readonly id: number; readonly kind: string; readonly list?: number | undefined }
    | undefined;
  readonly cell?: number | undefined;
  readonly row?: number | undefined;
  readonly table?: number | undefined;
}

/** What the characters of one text object share: one object for all of them. */
export interface TextStyle {
  readonly font: Font;
  /** As seen: scaled by the text matrix. */
  readonly size: number;
  /** Six upper-case hexadecimal digits. */
  readonly colour: string;
  /** PDF text render mode, 0 to 7; 3 is invisible (a layer of recognised text). */
  readonly renderMode: number;
  /** Counter-clockwise, as seen; 0 reads to the right, 90 upwards. Of `Page.characters`: within 8 of 0. Whole degrees, 0 to 359. */
  readonly angle: number;
  /** Absent: untagged text. */
  readonly tag?: Tag | undefined;
  /** In a tagged page: outside the structure tree, such as a running head. */
  readonly isArtifact: boolean;
}

/** One character, in the order of the content stream. */
export interface Character extends Box {
  /** One code point, as PDFium gives it (ligatures and presentation forms as they are). A soft hyphen at a line's end is "-". */
  text: string;
  /** y of the baseline. The box is the loose one: full advance and full ascent of the font. */
  baseline: number;
  readonly size: number;
  readonly style: TextStyle;
  /** The PDF marks it as a hyphen that only breaks the word over two lines. */
  readonly isSoftHyphen: boolean;
}

/** A straight line, drawn as a stroke or as a thin filled rectangle. */
export interface Ruling {
  readonly direction: 'horizontal' | 'vertical';
  /** y of a horizontal one, x of a vertical one. */
  readonly at: number;
  /** Its smaller and its larger end: x of a horizontal one, y of a vertical one. */
  readonly from: number;
  readonly to: number;
  readonly width: number;
  readonly colour: string;
}

/** A filled rectangle. */
export interface Fill extends Box {
  readonly colour: string;
  /** 0 clear to 255. */
  readonly alpha: number;
}

/** A picture object; `index` is what {@link PageSource.picture} takes. */
export interface Picture extends Box {
  readonly index: number;
}

/** An area that opens an address, or a place of the same document. */
export interface Link extends Box {
  /** http, https, mailto or ftp; absent if the link stays in the document. */
  readonly address?: string | undefined;
  /** Page index, counted from 0. */
  readonly page?: number | undefined;
}

/** A filled-in field of a form: its value is not among the characters. */
export interface Field extends Box {
  readonly kind: 'text' | 'checkbox' | 'radio' | 'choice';
  readonly name: string;
  /** The text; of a checkbox or radio button "1" if it is set, else "". */
  readonly value: string;
}

export interface Page {
  /** Counted from 0, in the whole document. */
  readonly index: number;
  /** As seen, points. */
  readonly width: number;
  readonly height: number;
  /** Level text (within 8 degrees), in the order of the content stream. */
  readonly characters: Character[];
  /** Text at other angles; boxes are as seen. */
  readonly otherCharacters: Character[];
  readonly rulings: Ruling[];
  readonly fills: Fill[];
  /** Boxes of paths with curves or slanted lines, and of shadings. */
  readonly curves: Box[];
  readonly pictures: Picture[];
  readonly links: Link[];
  readonly fields: Field[];
  /** Whether its structure tree covers at least 90 % of the characters. */
  readonly isTagged: boolean;
  /** Under 20 characters, and a picture covers more than half of it. */
  readonly isScan: boolean;
  /** How far the model was turned clockwise to make sideways text level: 0, 90 or 270. */
  readonly turnedDegrees: 0 | 90 | 270;
}

/** A bookmark, in the order of the document. */
export interface OutlineEntry {
  /** 0 is the highest. */
  readonly level: number;
  readonly title: string;
  /** Page index, counted from 0; absent if it leads nowhere. */
  readonly page?: number | undefined;
}

/** An encoded picture. */
export interface EncodedPicture {
  readonly bytes: Uint8Array;
  readonly extension: 'png' | 'jpg';
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * An open PDF. Pages are read in blocks and let go again, so that a document of any length fits in memory: go over `pages()` once for statistics,
 * and once more for writing.
 */
export interface PageSource {
  readonly pageCount: number;
  readonly outline: readonly OutlineEntry[];
  readonly title: string;
  readonly author: string;
  /** Reads all pages in order, from the first, each time it is called. */
  pages(): Generator<Page>;
  /** Reads one page again. */
  page(index: number): Page;
  /** The picture object as it is drawn (with its mask); undefined if it cannot be decoded. */
  picture(page: Page, picture: Picture): Promise<EncodedPicture | undefined>;
  /** The part of the page that is in the box, with its text, as a picture. */
  crop(page: Page, box: Box, dpi?: number): Promise<EncodedPicture>;
  /** The page without its text; undefined if nothing is left. */
  background(page: Page, dpi?: number): Promise<EncodedPicture | undefined>;
}
