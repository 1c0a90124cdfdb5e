import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '@filemill/errors';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { appleSingle, macBinary, type Part, partsOf, pdfOf, piped, stored } from './damaged-files.js';
import { flatOdt, ooxmlSheet, ooxmlText } from './hostile.js';
import {
  excel95Workbook,
  oldExcelSheet,
  oldWordDocument,
  oleOf,
  withChainPastEnd,
  withRootClass,
  withStreamRenamed,
} from './old-office.js';
import { slides4, slides95 } from './old-slides.js';
import { Planted } from './planted.js';
import { textOf } from './reading.js';
import { xlsbOf } from './templates.js';

const fixture = (name: string): Buffer =>
  readFileSync(fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url)));
const WORD = 'Kornblume';
const SECRET = 'PLANTED-SECRET-4410';

let planted: Planted;
beforeAll(async () => {
  planted = await Planted.start(SECRET, textOf);
});
afterAll(() => planted.stop());

/** The result of a conversion: the words of the output and the codes of its losses, or the error code. */
async function outcome(
  content: Buffer,
  from: string,
  { to = 'pdf', strict = false }: { to?: string; strict?: boolean } = {},
): Promise<{ words: string; losses: readonly string[] } | string> {
  const input = planted.write(`file.${from}`, content);
  try {
    const { outputs, losses } = await planted.converter.convert({ input, from, to, strict });
    const words = outputs.map(({ path }) => textOf(path, to)).join('\n');
    return { words, losses: losses.map(({ code }) => code) };
  } catch (error) {
    return AppError.from(error).code;
  }
}
type Losses = readonly string[];
const whole = (words: string, losses: Losses = []) => ({ words: expect.stringContaining(words), losses });
const damaged = (words: string, losses: Losses = []) => whole(words, ['input_damaged', ...losses]);
/** The sheets have a formula, of which a PDF shows the result alone. */
const lossesOf = (format: string): Losses => (['xlsx', 'ods'].includes(format) ? ['formulas_dropped'] : []);

const PACKAGES = [
  ['docx', 'text.docx', 'Annual report', 'word/document.xml'],
  ['xlsx', 'cells.xlsx', 'Name', 'xl/worksheets/sheet1.xml'],
  ['pptx', 'slides.pptx', 'Opening slide', 'ppt/slides/slide1.xml'],
  ['odt', 'text.odt', 'Annual report', 'content.xml'],
  ['ods', 'cells.ods', 'Name', 'content.xml'],
  ['odp', 'slides.odp', 'Opening slide', 'content.xml'],
] as const;

describe.each(PACKAGES)('a %s', (format, sample, words, main) => {
  const file = fixture(sample);
  const losses = lossesOf(format);
  const change = async (work: (parts: Part[]) => Part[]): Promise<Buffer> =>
    stored(work(await partsOf(file)));

  it('is read completely if its offsets are shifted by bytes before its first entry', async () => {
    expect(await outcome(Buffer.concat([Buffer.alloc(1_000, 'x'), file]), format)).toEqual(
      whole(words, losses),
    );
  });

  it('is read completely if sizes follow the data', async () => {
    expect(await outcome(piped(await partsOf(file)), format)).toEqual(whole(words, losses));
  });

  it('is read completely if its mimetype or list of types comes last', async () => {
    const isFirst = ([name]: Part): boolean => ['[Content_Types].xml', 'mimetype'].includes(name);
    const reordered = await change((parts) =>
      parts.toSorted((a, b) => Number(isFirst(a)) - Number(isFirst(b))),
    );
    expect(await outcome(reordered, format)).toEqual(whole(words, losses));
  });

  it('is read completely if a part is listed twice', async () => {
    const twice = await change((parts) => [...parts, ...parts.filter(([name]) => name === main)]);
    expect(await outcome(twice, format)).toEqual(whole(words, losses));
  });

  it('is read completely if its names contain backslashes', async () => {
    const withBackslashes = await change((parts) =>
      parts.map(([name, content]) => [name.replaceAll('/', '\\'), content]),
    );
    expect(await outcome(withBackslashes, format)).toEqual(whole(words, losses));
  });

  it('converts if its styles are missing', async () => {
    const incomplete = await change((parts) => parts.filter(([name]) => !/styles\.xml$/.test(name)));
    expect(await outcome(incomplete, format)).toMatchObject({ words: expect.stringContaining(words) });
  });

  it('is repaired and reported as damaged if its central directory is missing', async () => {
    const cut = file.subarray(0, file.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1')) - 200);
    expect(await outcome(cut, format)).toEqual(damaged(words, losses));
    expect(await outcome(cut, format, { strict: true })).toBe('FILE_CORRUPT');
  });

  it('is read up to the cut if it ends in the middle of its text', async () => {
    const parts = await partsOf(file);
    const last = parts.filter(([name]) => name === main);
    const ordered = stored([...parts.filter(([name]) => name !== main), ...last]);
    const bytes = last[0]?.[1].length ?? 0;
    const start = ordered.lastIndexOf(last[0]?.[1] ?? '');
    const cut = ordered.subarray(0, start + Math.floor(bytes * 0.9));
    expect(await outcome(cut, format)).toEqual(damaged(words, losses));
  });

  it('is refused if no part can be read', async () => {
    const empty = stored((await partsOf(file)).map(([name]) => [name, Buffer.from('\0\0\0')] as Part));
    expect(await outcome(empty, format)).toBe('FILE_CORRUPT');
  });
});

describe('a Word file that is converted to EPUB', () => {
  const file = fixture('text.docx');

  it('is read completely if its offsets are shifted', async () => {
    const shifted = Buffer.concat([Buffer.alloc(1_000, 'x'), file]);
    expect(await outcome(shifted, 'docx', { to: 'epub' })).toEqual({
      ...whole('Annual report'),
      losses: ['layout_dropped'],
    });
  });

  it('is repaired if its central directory is missing', async () => {
    const cut = file.subarray(0, file.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1')) - 200);
    expect(await outcome(cut, 'docx', { to: 'epub' })).toEqual({
      ...damaged('Annual report'),
      losses: ['input_damaged', 'layout_dropped'],
    });
    expect(await outcome(cut, 'docx', { to: 'epub', strict: true })).toBe('FILE_CORRUPT');
  });
});

describe('an Office Open XML file', () => {
  it('is repaired if it has a name that LibreOffice refuses', async () => {
    const parts = await partsOf(fixture('text.docx'));
    expect(await outcome(stored([...parts, ['C:\\x', Buffer.from('x')]]), 'docx')).toEqual(
      damaged('Annual report'),
    );
  });

  it.each([
    ['docx', 'text.docx', 'Annual report'],
    ['xlsx', 'cells.xlsx', 'Name'],
    ['pptx', 'slides.pptx', 'Opening slide'],
  ])('is repaired without the lists of its parts: %s', async (format, sample, words) => {
    const parts = await partsOf(fixture(sample));
    const incomplete = stored(
      parts.filter(([name]) => !['[Content_Types].xml', '_rels/.rels'].includes(name)),
    );
    expect(await outcome(incomplete, format)).toEqual(damaged(words, lossesOf(format)));
  });

  it('is read if it is a binary workbook, xlsb', async () => {
    expect(await outcome(xlsbOf(WORD), 'xlsb')).toEqual(whole(WORD));
    expect(await outcome(xlsbOf(WORD), 'xlsb', { to: 'xlsx' })).toEqual(whole(WORD));
  });
});

describe('a binary Office file', () => {
  const samples = [
    ['doc', 'text.doc', 'Annual report', 'WordDocument'],
    ['xls', 'cells.xls', 'Name', 'Workbook'],
    ['ppt', 'slides.ppt', 'Opening slide', 'PowerPoint Document'],
  ] as const;

  it('is read completely if its last sector is cut', async () => {
    const text = `${WORD} is blue. `.repeat(300);
    const wordFile = oleOf({ WordDocument: oldWordDocument(104, text) });
    expect(wordFile.length % 512).toBeGreaterThan(0);
    expect(await outcome(wordFile, 'doc')).toEqual(whole(WORD));
    const unpadded = oleOf({ Book: Buffer.concat([excel95Workbook(WORD), Buffer.alloc(5_000)]) });
    expect(unpadded.length % 512).toBeGreaterThan(0);
    expect(await outcome(unpadded, 'xls')).toEqual(whole(WORD));
    expect(await outcome(fixture('cells.xls').subarray(0, -200), 'xls')).toEqual(whole('Name'));
    expect(await outcome(fixture('slides.ppt').subarray(0, -200), 'ppt')).toEqual(whole('Opening slide'));
  });

  it('is refused if most of it is missing', async () => {
    expect(await outcome(fixture('text.doc').subarray(0, 3_000), 'doc')).toBe('FILE_CORRUPT');
  });

  it.each(samples)(
    '%s is read completely if its sector chain runs past the end',
    async (format, sample, words, _) => {
      expect(await outcome(withChainPastEnd(fixture(sample)), format)).toEqual(whole(words));
    },
  );

  it.each(samples)(
    '%s is read completely if its stream name has other letter cases',
    async (format, sample, words, stream) => {
      for (const other of [stream.toUpperCase(), stream.toLowerCase()]) {
        expect(await outcome(withStreamRenamed(fixture(sample), stream, other), format)).toEqual(
          whole(words),
        );
      }
    },
  );

  it.each(samples)('%s is read completely with an inverted class id', async (format, sample, words, _) => {
    const inverted = withRootClass(fixture(sample), (id) => Buffer.from(id.map((byte) => 255 - byte)));
    expect(await outcome(inverted, format)).toEqual(whole(words));
    const reversed = withRootClass(fixture(sample), (id) => Buffer.from(id).reverse());
    expect(await outcome(reversed, format)).toEqual(whole(words));
  });

  it.each([2, 3, 4] as const)('is read if it is Excel %d', async (version) => {
    expect(await outcome(oldExcelSheet(version, WORD), 'xls')).toEqual(whole(WORD));
    expect(await outcome(oldExcelSheet(version, WORD), 'xls', { to: 'csv' })).toEqual(whole(`${WORD},12.5`));
  });

  it('is read if it is Excel 95, in a compound file and without one', async () => {
    expect(await outcome(oleOf({ Book: excel95Workbook(WORD) }), 'xls')).toEqual(whole(WORD));
    expect(await outcome(oleOf({ BOOK: excel95Workbook(WORD) }), 'xls')).toEqual(whole(WORD));
    expect(await outcome(excel95Workbook(WORD), 'xls', { to: 'csv' })).toEqual(whole(`${WORD},12.5`));
  });

  it.each([101, 104] as const)('is read if it is Word 6 or 95 (%d)', async (version) => {
    const wordFile = oleOf({ WordDocument: oldWordDocument(version, `${WORD} in an old document`) });
    expect(await outcome(wordFile, 'doc')).toEqual(whole(`${WORD} in an old document`));
  });

  it('is read if it is Word 2', async () => {
    expect(await outcome(oldWordDocument(45, `${WORD} in an old document`), 'doc')).toEqual(whole(WORD));
  });

  it.each([
    [4, slides4],
    [95, slides95],
  ] as const)('is read if it is PowerPoint %d', async (_, slidesOf) => {
    const slides = slidesOf(`${WORD} on an old slide`);
    expect(await outcome(slides, 'ppt')).toEqual(whole(`${WORD} on an old slide`));
    expect(await outcome(slides, 'ppt', { to: 'pptx' })).toEqual(whole(WORD));
  });

  it('is read as its own type if it contains streams of other programs', async () => {
    const attached = {
      WordDocument: oldWordDocument(104, WORD),
      MatOST: Buffer.alloc(100),
      Contents: Buffer.alloc(50),
    };
    expect(await outcome(oleOf(attached), 'doc')).toEqual(whole(WORD));
  });
});

describe('RTF', () => {
  it('is read completely without its closing brace', async () => {
    const file = Buffer.from(`{\\rtf1\\ansi ${WORD} \\{ and\\par more`);
    expect(await outcome(file, 'rtf')).toEqual(whole(WORD));
  });

  it('is read up to the cut if it is truncated', async () => {
    const file = fixture('text.rtf');
    const half = file.subarray(0, Math.floor(file.length / 2));
    expect(await outcome(half, 'rtf')).toEqual(damaged('Annual report'));
    expect(await outcome(half, 'rtf', { strict: true })).toBe('FILE_CORRUPT');
  });
});

describe('a text file', () => {
  const text = `Die ${WORD} ist blau, und 12 davon sind ein Strauß.\n`.repeat(20);

  it.each([
    ['in UTF-16 without a byte order mark', Buffer.from(text, 'utf16le')],
    ['in big-endian UTF-16 without a byte order mark', Buffer.from(text, 'utf16le').swap16()],
    ['in Windows-1252', Buffer.from(text, 'latin1')],
  ])('keeps its letters in %s', async (_, bytes) => {
    expect(await outcome(bytes, 'txt')).toEqual(whole(`Die ${WORD} ist blau, und 12 davon sind ein Strauß.`));
  });

  it('keeps its letters in EBCDIC', async () => {
    const bytes = execFileSync('/usr/bin/iconv', ['-f', 'UTF-8', '-t', 'IBM037'], { input: text });
    expect(await outcome(bytes, 'txt')).toEqual(whole(`Die ${WORD} ist blau, und 12 davon sind ein Strauß.`));
    const table = execFileSync('/usr/bin/iconv', ['-f', 'UTF-8', '-t', 'IBM037'], {
      input: `Name,Farbe\n${`${WORD},blau und rot\n`.repeat(20)}`,
    });
    expect(await outcome(table, 'csv', { to: 'xlsx' })).toEqual(whole(WORD));
  });
});

describe('a PDF', () => {
  const file = pdfOf(WORD);
  const brokenTable = Buffer.from(
    file.toString('latin1').replace(/^\d{10} 00000 n/gm, '0000000007 00000 n'),
    'latin1',
  );

  it.each([
    ['with other bytes before its header', Buffer.concat([Buffer.from('From: somebody\r\n\r\n'), file])],
    ['with other bytes after its end', Buffer.concat([file, Buffer.alloc(3_000, 'rubbish ')])],
    ['with wrong offsets in its cross-reference table', brokenTable],
    ['with a wrong length of a stream', pdfOf(WORD, { streamBytes: 7 })],
    ['in AppleSingle', appleSingle(file)],
    ['in MacBinary', macBinary(file, 'letter.pdf')],
  ])('%s is read completely', async (_, bytes) => {
    expect(await outcome(bytes, 'pdf', { to: 'txt' })).toEqual(whole(WORD));
    const input = planted.write('file.pdf', bytes);
    const drawn = await planted.converter.convert({ input, from: 'pdf', to: 'png' });
    expect(drawn.outputs[0]?.facts).toMatchObject({ widthPx: 625, heightPx: 417 });
    expect(drawn.losses).toEqual([]);
  });

  it('becomes text with control and private-use characters', async () => {
    const text = pdfOf(`${WORD}\\001\\007\\033`);
    expect(await outcome(text, 'pdf', { to: 'txt' })).toEqual(whole(WORD));
  });

  it('is read if its owner allows extraction', async () => {
    const input = planted.write('plain.pdf', file);
    const output = join(planted.folder, 'owned.pdf');
    execFileSync('/usr/bin/qpdf', ['--encrypt', '', 'owner', '256', '--print=none', '--', input, output]);
    expect(await outcome(readFileSync(output), 'pdf', { to: 'txt' })).toEqual(whole(WORD));
  });

  it('reports a missing page, and is refused in strict mode', async () => {
    const two = file.toString('latin1').replace('/Kids[3 0 R]/Count 1', '/Kids[3 0 R 9 0 R]/Count 2');
    const input = planted.write('two.pdf', Buffer.from(two, 'latin1'));
    const { outputs, losses } = await planted.converter.convert({ input, from: 'pdf', to: 'png' });
    expect(outputs).toHaveLength(1);
    expect(losses).toMatchObject([
      { code: 'input_damaged', params: { unit: 'pages', missing: 1, total: 2 } },
    ]);
    const strict = await outcome(Buffer.from(two, 'latin1'), 'pdf', { to: 'txt', strict: true });
    expect(strict).toBe('FILE_CORRUPT');
  });

  it('is converted up to the cut if it is truncated', async () => {
    const cut = file.subarray(0, file.indexOf('xref\n0 6') - 20);
    expect(await outcome(cut, 'pdf', { to: 'txt' })).toEqual(damaged(WORD));
    expect(await outcome(cut, 'pdf', { to: 'txt', strict: true })).toBe('FILE_CORRUPT');
    const catalogueLast = Buffer.from(
      file
        .toString('latin1')
        .replace('<</Type/Catalog/Pages 2 0 R>>', '<</Type/Other>>')
        .replace('/Type/Pages', '/Type/Others'),
      'latin1',
    );
    const headless = catalogueLast.subarray(0, catalogueLast.indexOf('xref\n0 6') - 20);
    expect(await outcome(headless, 'pdf', { to: 'txt' })).toEqual(damaged(WORD));
  });

  it('is refused if no text is left', async () => {
    const start = file.subarray(0, 300);
    expect(await outcome(start, 'pdf', { to: 'txt' })).toBe('FILE_CORRUPT');
    const input = planted.write('start.pdf', start);
    const drawing = planted.converter.convert({ input, from: 'pdf', to: 'png' });
    await expect(drawing).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
  });
});

describe('a damaged document that refers to external files', () => {
  const sectionOf = (url: string): Buffer =>
    flatOdt(
      `<text:section text:name="s"><text:section-source xlink:href="${url}"/><text:p>stale</text:p></text:section>`,
    );

  it.each([
    ['odt', sectionOf],
    ['docx', ooxmlText],
    ['xlsx', ooxmlSheet],
  ])('as %s includes no other file and opens no connection after it is repaired', async (format, make) => {
    for (const url of [`file://${planted.folder}/secret.txt`, `http://127.0.0.1:${planted.port}/x`]) {
      const file = make(url);
      const cut = file.subarray(0, file.indexOf(Buffer.from('PK\x01\x02', 'latin1')));
      const result = await outcome(cut, format);
      expect(result).toEqual(damaged('harmless', lossesOf(format)));
      expect(JSON.stringify(result)).not.toContain(SECRET);
    }
    expect(planted.connections).toBe(0);
  });
});
