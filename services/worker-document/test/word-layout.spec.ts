import { describe, expect, it } from '@jest/globals';
import { layoutPage, type PageLayout } from '../src/jailed/word/layout/page-layout.js';
import { linesOf, preparePage } from '../src/jailed/word/layout/prepare.js';
import { Statistics } from '../src/jailed/word/layout/statistics.js';
import { ownersOf } from '../src/jailed/word/layout/table.js';
import type { Page } from '../src/jailed/word/model.js';
import { gridOf, linesAt, pageOf, type WrittenText } from './word-pages.js';

function layoutOf(page: Page): PageLayout {
  const prepared = preparePage(page);
  const statistics = new Statistics();
  statistics.add(prepared);
  return layoutPage(prepared, statistics);
}

const blocksOf = (page: Page) =>
  layoutOf(page)
    .regions.flat(2)
    .flatMap((column) => column.blocks);
const paragraphsOf = (page: Page) =>
  blocksOf(page).flatMap((block) => (block.kind === 'paragraph' ? [block.text] : []));
const textsOf = (texts: readonly WrittenText[], more?: Partial<Page>) =>
  linesOf(pageOf(texts, more)).map((line) => line.text);
const turned = (text: string) => [...text].reverse().join('');

describe('linesOf', () => {
  it('adds the blanks that a PDF leaves out', () => {
    const words = [
      { text: 'white', left: 50, baseline: 100 },
      { text: 'space', left: 78, baseline: 100 },
    ];
    expect(textsOf(words)).toEqual(['white space']);
  });

  it('parts what stands far apart', () => {
    const words = [
      { text: 'left', left: 50, baseline: 100 },
      { text: 'right', left: 300, baseline: 100 },
    ];
    expect(textsOf(words)).toEqual(['left', 'right']);
  });

  it('parts words at a drawn line', () => {
    const words = [
      { text: 'one', left: 50, baseline: 100 },
      { text: 'two', left: 70, baseline: 100 },
    ];
    const wall = { direction: 'vertical', at: 67, from: 80, to: 120, width: 1, colour: '000000' } as const;
    expect(textsOf(words)).toEqual(['one two']);
    expect(textsOf(words, { rulings: [wall] })).toEqual(['one', 'two']);
  });

  it('puts right-to-left text into the order of reading, its numbers and Latin words as they are', () => {
    const seen = `${turned('שלום')} 2026 ${turned('עולם')}`;
    const [line] = linesOf(pageOf([{ text: seen, left: 50, baseline: 100 }]));
    expect(line?.text).toBe('עולם 2026 שלום');
    expect(line?.isRightToLeft).toBe(true);
  });

  it('spells ligatures out and drops letters that are drawn twice', () => {
    const text = { text: 'ﬁsh', left: 50, baseline: 100 };
    expect(textsOf([text, { ...text, left: 50.2 }])).toEqual(['fish']);
  });

  it('joins raised numbers to their line', () => {
    const words = [
      { text: 'area m', left: 50, baseline: 100 },
      { text: '2', left: 80, baseline: 96, size: 6 },
    ];
    expect(textsOf(words)).toEqual(['area m2']);
  });
});

describe('layoutPage', () => {
  const FULL = 'a line that is as long as all of the others are';

  it('ends a paragraph where the next word would have fitted', () => {
    const lines = linesAt(50, 100, [FULL, 'and ends early', FULL, FULL]);
    expect(paragraphsOf(pageOf(lines))).toEqual([`${FULL} and ends early`, `${FULL} ${FULL}`]);
  });

  it('joins a word over two lines, unless the document writes it with a hyphen', () => {
    const lines = linesAt(50, 100, [
      'all of this well-known text is long and it goes-',
      'is written as one word here, and the well-',
      'known one keeps its sign until the text is over',
    ]);
    const [text] = paragraphsOf(pageOf(lines));
    expect(text).toContain('goesis');
    expect(text).toContain('the well-known one');
  });

  it('reads one column after the other', () => {
    const column = (left: number, name: string) =>
      linesAt(
        left,
        150,
        Array.from({ length: 8 }, (_, at) => `${name} column has its line ${at}`),
      );
    const title = {
      text: 'A headline over the whole width of the page, and both columns',
      left: 50,
      baseline: 100,
    };
    const layout = layoutOf(pageOf([title, ...column(50, 'first'), ...column(310, 'other')]));
    expect(layout.regions.map((columns) => columns.length)).toEqual([1, 2]);
    const [first, other] = (layout.regions[1] ?? []).map(({ blocks }) =>
      blocks.map((block) => (block.kind === 'paragraph' ? block.text : '')).join(' '),
    );
    expect(first).toMatch(/^first column has its line 0.*line 7$/);
    expect(other).toMatch(/^other column has its line 0.*line 7$/);
  });

  it('reads a drawn table, with a cell over two columns', () => {
    const words = [
      { text: 'both', left: 60, baseline: 115 },
      { text: 'left', left: 60, baseline: 135 },
      { text: 'right', left: 160, baseline: 135 },
    ];
    const rulings = gridOf([50, 150, 250], [100, 120, 140]).map((line) =>
      line.direction === 'vertical' && line.at === 150 ? { ...line, from: 120 } : line,
    );
    const [table] = blocksOf(pageOf(words, { rulings }));
    if (table?.kind !== 'table') throw new Error('no table');
    const cells = table.cells.map(({ row, column, columnSpan, paragraphs }) => [
      ...[row, column, columnSpan],
      paragraphs[0]?.text,
    ]);
    expect(cells).toEqual([
      [0, 0, 2, 'both'],
      [1, 0, 1, 'left'],
      [1, 1, 1, 'right'],
    ]);
    expect(ownersOf(table).size).toBe(4);
  });

  it('splits a drawn row that holds several rows of figures', () => {
    const words = [
      ...linesAt(60, 112, ['north', 'south', 'west']),
      ...linesAt(160, 112, ['1,200', '950', '-20 %']),
      ...linesAt(60, 160, ['total']),
      ...linesAt(160, 160, ['2,130']),
    ];
    const [table] = blocksOf(pageOf(words, { rulings: gridOf([50, 150, 250], [100, 145, 170]) }));
    if (table?.kind !== 'table') throw new Error('no table');
    expect(table.rowEdges).toHaveLength(5);
    const west = table.cells.filter(({ row }) => row === 2).map(({ paragraphs }) => paragraphs[0]?.text);
    expect(west).toEqual(['west', '-20 %']);
  });

  it('reads a table without lines', () => {
    const rows = ['apples|12|3.50', 'pears|7|12.25', 'plums|140|0.99', 'figs|3|8.00'];
    const words = rows.flatMap((row, at) =>
      row.split('|').map((text, column) => ({ text, left: 50 + 120 * column, baseline: 100 + 14 * at })),
    );
    const [table] = blocksOf(pageOf(words));
    if (table?.kind !== 'table') throw new Error('no table');
    expect([table.rowEdges.length, table.columnEdges.length]).toEqual([5, 4]);
    const plums = table.cells.filter(({ row }) => row === 2).map(({ paragraphs }) => paragraphs[0]?.text);
    expect(plums).toEqual(['plums', '140', '0.99']);
  });

  it('takes a table from tags where nothing is drawn and columns are ragged', () => {
    const tagged = (text: WrittenText, row: number, cell: number) =>
      pageOf([text]).characters.map((character) => ({
        ...character,
        style: { ...character.style, tag: { cell, row, table: 1 } },
      }));
    const characters = [
      ...tagged({ text: 'name', left: 50, baseline: 100 }, 2, 3),
      ...tagged({ text: 'value', left: 200, baseline: 100 }, 2, 4),
      ...tagged({ text: 'a', left: 50, baseline: 130 }, 5, 6),
      ...tagged({ text: '1', left: 210, baseline: 130 }, 5, 7),
    ];
    const [table] = blocksOf(pageOf([], { characters, isTagged: true }));
    if (table?.kind !== 'table') throw new Error('no table');
    expect(table.cells.map(({ paragraphs }) => paragraphs[0]?.text)).toEqual(['name', 'value', 'a', '1']);
  });

  it('makes a picture of a drawing and describes it by its labels', () => {
    const curve = (left: number) => ({ left, top: 100, right: left + 30, bottom: 180 });
    const page = pageOf([{ text: 'peak', left: 70, baseline: 120 }, ...linesAt(50, 300, [FULL, FULL])], {
      curves: [50, 75, 100, 125, 150, 175].map(curve),
    });
    const [figure, text] = blocksOf(page);
    expect(figure).toMatchObject({ kind: 'figure', description: 'peak', left: 50, right: 205 });
    expect(text).toMatchObject({ kind: 'paragraph' });
  });

  it('keeps text at other angles apart', () => {
    const level = pageOf([{ text: 'aside', left: 100, baseline: 100 }]).characters;
    const otherCharacters = level.map((character, at) => ({
      ...character,
      ...{ left: 20, right: 30, top: 400 - 5 * (at + 1), bottom: 400 - 5 * at },
      style: { ...character.style, angle: 90 },
    }));
    const { asides, regions } = layoutOf(pageOf(linesAt(50, 100, [FULL]), { otherCharacters }));
    expect(asides.map((paragraph) => paragraph.text)).toEqual(['aside']);
    expect(asides[0]?.lines[0]?.aside).toMatchObject({ angle: 90, box: { left: 20, bottom: 400 } });
    expect(regions).toHaveLength(1);
  });
});
