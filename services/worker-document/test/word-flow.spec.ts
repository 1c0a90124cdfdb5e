import { describe, expect, it } from '@jest/globals';
import { SaxesParser } from 'saxes';
import { writeFlow } from '../src/jailed/word/flow.js';
import type { Character, Page, PageSource } from '../src/jailed/word/model.js';
import {
  charactersOf,
  type Given,
  gridOf,
  keepingWriter,
  linesAt,
  PAGE_HEIGHT,
  pageOf,
  sourceOf,
  type WrittenText,
} from './word-pages.js';

async function flowOf(pages: readonly Page[], outline?: PageSource['outline']): Promise<Given> {
  const { docx, given } = keepingWriter();
  await writeFlow(sourceOf(pages, outline), docx);
  for (const xml of [given.body, ...given.heads.values(), ...given.notes]) expectWellFormed(xml);
  return given;
}

function expectWellFormed(xml: string): void {
  const parser = new SaxesParser({ fragment: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
}

interface ReadParagraph {
  readonly text: string;
  readonly properties: string;
}

/** Paragraphs with their text and their `w:pPr`. */
const paragraphsOf = (xml: string): ReadParagraph[] =>
  xml
    .split('<w:p>')
    .slice(1)
    .map((paragraph) => ({
      text: [...paragraph.matchAll(/<w:t [^>]*>([^<]*)<\/w:t>|<w:tab\/>/g)]
        .map(([, text = '\t']) => text)
        .join(''),
      properties: paragraph.slice(0, paragraph.indexOf('</w:pPr>')),
    }));

const FULL = 'a line that is as long as all of the others are';
const body = (top: number, count = 4) =>
  linesAt(
    50,
    top,
    Array.from({ length: count }, () => FULL),
  );
const heading = (text: string, baseline: number, size: number): WrittenText => ({
  text,
  left: 50,
  baseline,
  size,
});

describe('writeFlow', () => {
  it('ranks headings by their size and takes the single largest as title', async () => {
    const { body: xml } = await flowOf([
      pageOf([
        heading('The report', 60, 24),
        heading('First part', 100, 16),
        ...body(120),
        heading('A detail', 190, 13),
        ...body(210),
        heading('Second part', 280, 16),
        ...body(300),
      ]),
    ]);
    const styles = paragraphsOf(xml).map(({ text, properties }) => [
      text.slice(0, 11),
      /w:pStyle w:val="(\w+)"/.exec(properties)?.[1],
    ]);
    expect(styles).toEqual([
      ['The report', 'Title'],
      ['First part', 'Heading1'],
      [FULL.slice(0, 11), undefined],
      ['A detail', 'Heading2'],
      [FULL.slice(0, 11), undefined],
      ['Second part', 'Heading1'],
      [FULL.slice(0, 11), undefined],
    ]);
  });

  it('takes the level of a heading from its bookmark', async () => {
    const pages = [pageOf([heading('Plain as text', 100, 10), ...body(130)])];
    const { body: xml } = await flowOf(pages, [{ level: 2, title: 'Plain as Text' }]);
    expect(paragraphsOf(xml)[0]?.properties).toContain('w:val="Heading3"');
  });

  it('sets lines where they stood: exact pitch, and the gap above', async () => {
    const { body: xml } = await flowOf([pageOf([...body(100, 3), ...body(160, 3)])]);
    const [first, second] = paragraphsOf(xml);
    expect(first?.properties).toContain('w:before="0" w:after="0" w:line="240" w:lineRule="exact"');
    // 36 points between the baselines, 12 of them the line's own.
    expect(second?.properties).toContain('w:before="480"');
  });

  it('makes lists of bullets and numbers, and levels of their indents', async () => {
    const texts = [
      ...body(100),
      { text: '• an apple', left: 60, baseline: 160 },
      { text: '• a pear', left: 60, baseline: 172 },
      { text: 'i) of wood', left: 80, baseline: 184 },
      { text: 'ii) of stone', left: 80, baseline: 196 },
      { text: '• a plum', left: 60, baseline: 208 },
    ];
    const { body: xml, lists } = await flowOf([pageOf(texts)]);
    const items = paragraphsOf(xml)
      .slice(1)
      .map(({ text, properties }) => [
        text,
        ...(/ilvl w:val="(\d)"\/><w:numId w:val="(\d)"/.exec(properties) ?? []).slice(1),
      ]);
    expect(items).toEqual([
      ['an apple', '0', '1'],
      ['a pear', '0', '1'],
      ['of wood', '1', '2'],
      ['of stone', '1', '2'],
      ['a plum', '0', '1'],
    ]);
    expect(lists).toEqual([
      { format: 'bullet', text: '•', start: 0 },
      { format: 'lowerRoman', text: '%)', start: 1 },
    ]);
  });

  it('moves footnotes to their numbers', async () => {
    const page = pageOf([
      ...body(100, 6),
      { text: '1', left: 50 + 5 * FULL.length, baseline: 156, size: 6 },
      { text: '1', left: 50, baseline: 696, size: 5 },
      { text: 'Seen in the archive of the town.', left: 54, baseline: 700, size: 8 },
    ]);
    const { body: xml, notes } = await flowOf([page]);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain('>Seen in the archive of the town.</w:t>');
    expect(xml).toContain('<w:footnoteReference w:id="2"/>');
    expect(xml).not.toContain('archive');
  });

  it('puts running heads and feet into their parts, with fields for the numbers of pages', async () => {
    const pages = [0, 1, 2].map((index) => ({
      ...pageOf([
        { text: 'The yearly report', left: 50, baseline: 40 },
        ...body(150, 4 + index),
        { text: 'It ends here.', left: 50, baseline: 198 + 12 * index },
        { text: `Page ${index + 1} of 3`, left: 250, baseline: PAGE_HEIGHT - 30 },
      ]),
      index,
    }));
    const { body: xml, heads } = await flowOf(pages);
    expect(paragraphsOf(heads.get('header') ?? '').map(({ text }) => text)).toEqual(['The yearly report']);
    expect([...(heads.get('footer') ?? '').matchAll(/<w:instrText>(\w+)</g)].map(([, name]) => name)).toEqual(
      ['PAGE', 'NUMPAGES'],
    );
    expect(xml).not.toContain('yearly');
    expect(xml.match(/<w:pageBreakBefore\/>/g)).toHaveLength(2);
    expect(xml).toContain('<w:headerReference w:type="default" r:id="rheader"/>');
  });

  it('goes on with a paragraph over the break of a page', async () => {
    const first = pageOf([
      ...body(100, 6),
      { text: 'and the last one goes on over the end of the', left: 50, baseline: 172 },
    ]);
    const second = {
      ...pageOf([{ text: 'first page to the next one.', left: 50, baseline: 150 }]),
      index: 1,
    };
    const { body: xml } = await flowOf([first, second]);
    const texts = paragraphsOf(xml).map(({ text }) => text);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toMatch(/the end of the first page to the next one\.$/);
  });

  it('merges cells of a table over rows and columns', async () => {
    const rulings = gridOf([50, 150, 250], [100, 120, 140, 160]).map((line) => {
      if (line.direction === 'vertical' && line.at === 150) return { ...line, from: 120 };
      return line.direction === 'horizontal' && line.at === 140 ? { ...line, from: 150 } : line;
    });
    const texts = [
      { text: 'wide', left: 60, baseline: 115 },
      { text: 'high', left: 60, baseline: 140 },
      { text: 'b', left: 160, baseline: 135 },
      { text: 'c', left: 160, baseline: 155 },
    ];
    const { body: xml } = await flowOf([pageOf(texts, { rulings })]);
    const rows = (xml.split('</w:tbl>')[0] ?? '').split('<w:tr>').slice(1);
    expect(rows).toHaveLength(3);
    expect(rows[0]).toContain('<w:gridSpan w:val="2"/>');
    expect(rows[1]).toContain('<w:vMerge w:val="restart"/>');
    expect(rows[2]).toContain('<w:vMerge/>');
    expect(rows[2]?.match(/<w:tc>/g)).toHaveLength(2);
    expect(rows.map((row) => paragraphsOf(row).map(({ text }) => text))).toEqual([
      ['wide'],
      ['high', 'b'],
      ['', 'c'],
    ]);
  });

  it('anchors a picture beside text and places one alone in the text', async () => {
    const pictures = [
      { index: 0, left: 400, top: 90, right: 500, bottom: 140 },
      { index: 1, left: 50, top: 200, right: 200, bottom: 300 },
    ];
    const { body: xml, pictures: count } = await flowOf([pageOf(body(100), { pictures })]);
    expect(count).toBe(2);
    expect(xml.match(/<wp:anchor /g)).toHaveLength(1);
    expect(xml.match(/<wp:inline /g)).toHaveLength(1);
    expect(xml).toContain(`<wp:posOffset>${400 * 12_700}</wp:posOffset>`);
  });

  it('keeps links to addresses and to pages', async () => {
    const area = { left: 50, right: 75, top: 140, bottom: 154 };
    const first = pageOf(body(150), { links: [{ ...area, address: 'https://example.com/' }] });
    const second = { ...pageOf(body(150), { links: [{ ...area, page: 0 }] }), index: 1 };
    const { body: xml, links } = await flowOf([first, second]);
    expect(links).toEqual(['https://example.com/']);
    expect(xml).toContain('<w:hyperlink r:id="rLink1">');
    expect(xml).toContain('<w:hyperlink w:anchor="page1">');
    expect(xml.match(/<w:bookmarkStart [^>]*w:name="page1"/g)).toHaveLength(1);
    expect(xml).not.toContain('"page2"');
  });

  it('scales the letters of a font that is wider than its stand-in', async () => {
    const characters = charactersOf({ text: 'several words of some length', left: 50, baseline: 100 });
    const font = { ...(characters[0] as Character).style.font, name: 'ABCDEF+Courier', isMonospaced: true };
    const wide = characters.map((character, at) => ({
      ...character,
      ...{ left: 50 + 6 * at, right: 56 + 6 * at },
      style: { ...character.style, font },
    }));
    const narrow = wide.map((character, at) => ({
      ...character,
      left: 50 + 4.8 * at,
      right: 54.8 + 4.8 * at,
    }));
    expect((await flowOf([pageOf([], { characters: wide })])).body).not.toContain('<w:w ');
    expect((await flowOf([pageOf([], { characters: narrow })])).body).toContain('<w:w w:val="80"/>');
  });

  it('writes a page without text', async () => {
    const { body: xml } = await flowOf([pageOf([]), { ...pageOf(body(100)), index: 1 }]);
    expect(xml).toMatch(/<w:sectPr>.*<\/w:sectPr>$/);
  });
});
