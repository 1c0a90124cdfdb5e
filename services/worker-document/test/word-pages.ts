import type { DocxWriter, ListSpec } from '../src/jailed/word/docx.js';
import type { Character, Font, Page, PageSource, Ruling, TextStyle } from '../src/jailed/word/model.js';

/** Letters of the pages written here are half as wide as high. */
const LETTER_WIDTH = 0.5;
export const PAGE_WIDTH = 595;
export const PAGE_HEIGHT = 842;

const SERIF: Font = {
  name: 'Times',
  isBold: false,
  isItalic: false,
  isMonospaced: false,
  hasSerifs: true,
  isSymbolic: false,
};
const BOLD: Font = { ...SERIF, name: 'Times-Bold', isBold: true };

export interface WrittenText {
  readonly text: string;
  /** Points; of the first letter as seen. */
  readonly left: number;
  readonly baseline: number;
  readonly size?: number;
  readonly isBold?: boolean;
}

/** The characters of a piece of text, from left to right. */
export function charactersOf({ text, left, baseline, size = 10, isBold }: WrittenText): Character[] {
  const style: TextStyle = {
    ...{ font: isBold ? BOLD : SERIF, size, colour: '000000', renderMode: 0, angle: 0, isArtifact: false },
  };
  const width = LETTER_WIDTH * size;
  return [...text].map((letter, at) => ({
    ...{ text: letter, baseline, size, style, isSoftHyphen: false },
    left: left + at * width,
    right: left + (at + 1) * width,
    top: baseline - 0.8 * size,
    bottom: baseline + 0.2 * size,
  }));
}

/** Lines of text under each other, 12 points apart. */
export const linesAt = (left: number, top: number, texts: readonly string[], size?: number): WrittenText[] =>
  texts.map((text, at) => ({ text, left, baseline: top + 12 * at, size }));

/** A page with this text on it. */
export const pageOf = (texts: readonly WrittenText[], more: Partial<Page> = {}): Page => ({
  ...{
    index: 0,
    width: PAGE_WIDTH,
    height: PAGE_HEIGHT,
    otherCharacters: [],
    rulings: [],
    fills: [],
    curves: [],
  },
  ...{ pictures: [], links: [], fields: [], isTagged: false, isScan: false, turnedDegrees: 0 as const },
  characters: texts.flatMap(charactersOf),
  ...more,
});

/** The lines of a grid. @param columns - x, and @param rows - y of its lines */
export function gridOf(columns: readonly number[], rows: readonly number[]): Ruling[] {
  const [left = 0, top = 0] = [columns[0], rows[0]];
  const [right = 0, bottom = 0] = [columns.at(-1), rows.at(-1)];
  const look = { width: 0.5, colour: '000000' };
  return [
    ...rows.map((at): Ruling => ({ direction: 'horizontal', at, from: left, to: right, ...look })),
    ...columns.map((at): Ruling => ({ direction: 'vertical', at, from: top, to: bottom, ...look })),
  ];
}

/** A document with these pages. */
export const sourceOf = (pages: readonly Page[], outline: PageSource['outline'] = []): PageSource => ({
  ...{ pageCount: pages.length, outline, title: '', author: '' },
  *pages() {
    yield* pages;
  },
  page: (index) => pages[index] as Page,
  picture: async () => ({ bytes: Uint8Array.of(1), extension: 'png', widthPx: 1, heightPx: 1 }),
  crop: async () => ({ bytes: Uint8Array.of(1), extension: 'png', widthPx: 1, heightPx: 1 }),
  background: async () => undefined,
});

/** What a writer of Word files was given. */
export interface Given {
  body: string;
  readonly heads: Map<string, string>;
  readonly notes: string[];
  readonly lists: ListSpec[];
  readonly links: string[];
  pictures: number;
}

/** Keeps what it is given, in the place of {@link DocxWriter}. */
export function keepingWriter(): { docx: DocxWriter; given: Given } {
  const given: Given = { body: '', heads: new Map(), notes: [], lists: [], links: [], pictures: 0 };
  let ids = 0;
  const docx = {
    defaultSize: 10,
    add: (xml: string) => {
      given.body += xml;
    },
    nextId: () => ++ids,
    link: (address: string) => `rLink${given.links.push(address)}`,
    picture: () => `rPicture${++given.pictures}`,
    marginText: (kind: string, xml: string) => {
      given.heads.set(kind, xml);
      return `r${kind}`;
    },
    footnote: (runs: string) => given.notes.push(runs) + 1,
    list: (spec: ListSpec) => given.lists.push(spec),
    end: () => undefined,
  };
  return { docx: docx as unknown as DocxWriter, given };
}
