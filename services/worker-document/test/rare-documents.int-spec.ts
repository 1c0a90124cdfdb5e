import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '@filemill/errors';
import { type Converted, type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { storedFile } from './old-files.js';
import { pagesOf, recordsOfDbase, textOf } from './reading.js';

let converter: Converter;
beforeAll(async () => {
  converter = await createConverter(new URL('../src/engines/', import.meta.url), { slots: 1 });
});
afterAll(() => converter.close());

const convert = async (
  bytes: Buffer | string,
  from: string,
  to: string,
): Promise<Converted & { path: string; text: string }> => {
  const result = await converter.convertBytes(Buffer.from(bytes), { from, to });
  const path = result.outputs[0]?.path ?? '';
  return { ...result, path, text: readFileSync(path, 'utf8') };
};
const codesOf = ({ losses }: Converted): string[] => losses.map(({ code }) => code).toSorted();
const refusalOf = (bytes: Buffer | string, from: string, to: string): Promise<string> =>
  convert(bytes, from, to).then(
    () => 'converted',
    (error: unknown) => AppError.from(error).code,
  );

const BIB = `@string{jm = "Journal of Mills"}
@article{wheel2019,
  author = {M{\\"u}ller, J{\\"u}rgen and Miller, Ada},
  title = {Water wheels \\& weirs: 10\\% more},
  journal = jm, volume = 12, pages = {34--56}, year = 2019
}
@book{流れ, author = {山田, 太郎}, title = {川の流れ}, publisher = {水車社}, year = 2001}
`;

/** What a reader of BibTeX that is none of ours finds. */
function entriesOf(path: string): Record<string, string>[] {
  const script =
    'import bibtexparser,json,sys;print(json.dumps(bibtexparser.load(open(sys.argv[1],encoding="utf-8")).entries))';
  return JSON.parse(execFileSync('/usr/bin/python3', ['-c', script, path], { encoding: 'utf8' }));
}

/** The fields of a RIS file, record by record. */
const recordsOf = (text: string): string[][] =>
  text
    .split(/^ER {2}-.*$/m)
    .map((record) => record.split(/\r?\n/).filter((line) => /^[A-Z][A-Z0-9] {2}- /.test(line)))
    .filter((fields) => fields.length > 0);

describe('a list of references', () => {
  it('of BibTeX becomes RIS and BibTeX again, with every field', async () => {
    const ris = await convert(BIB, 'bib', 'ris');
    const records = recordsOf(ris.text);
    expect(records).toHaveLength(2);
    for (const field of ['AU  - Müller, Jürgen', 'AU  - Miller, Ada', 'VL  - 12', 'SP  - 34', 'EP  - 56'])
      expect(records[0]).toContain(field);
    expect(ris.text).toContain('Water wheels & weirs: 10% more');
    expect(ris.text).toContain('川の流れ');
    const back = await convert(ris.text, 'ris', 'bib');
    const entries = entriesOf(back.path);
    expect(entries.map(({ ENTRYTYPE }) => ENTRYTYPE)).toEqual(['article', 'book']);
    expect(entries[0]).toMatchObject({ journal: 'Journal of Mills', volume: '12', year: '2019' });
    expect(entries[1]).toMatchObject({ title: '川の流れ' });
  });

  it('becomes CSL-JSON', async () => {
    const { text } = await convert(BIB, 'bib', 'json');
    const [first, second] = JSON.parse(text);
    expect(first).toMatchObject({
      type: 'article-journal',
      volume: '12',
      'container-title': 'Journal of Mills',
    });
    expect(first.author.map(({ family }: { family: string }) => family)).toEqual(['Müller', 'Miller']);
    expect(second).toMatchObject({ type: 'book', publisher: '水車社' });
  });

  it('becomes a text with all of it, in one style of citation', async () => {
    const result = await convert(BIB, 'bib', 'md');
    for (const words of ['Müller', 'Ada Miller', '*Journal of Mills*', '34', '川の流れ'])
      expect(result.text).toContain(words);
    expect(codesOf(result)).toEqual([]);
  });

  it('in the encoding of Windows keeps its letters', async () => {
    const bytes = Buffer.from(
      'TY  - BOOK\r\nAU  - M\xfcller, J\r\nTI  - Caf\xe9\r\nPY  - 2001\r\nER  - \r\n',
      'latin1',
    );
    const { text } = await convert(bytes, 'ris', 'json');
    expect(JSON.parse(text)[0]).toMatchObject({ title: 'Café', author: [{ family: 'Müller' }] });
  });

  it.each([
    ['bib', BIB.slice(0, 120)],
    ['bib', 'no references'],
    ['ris', 'no references'],
    ['enw', '\0\x01\x02'],
    ['enw', ''],
  ])('that is none is refused: %s', async (from, text) => {
    for (const to of ['html', 'json']) expect(await refusalOf(text, from, to)).toBe('FILE_CORRUPT');
  });

  it('that multiplies itself ends in time', async () => {
    const bomb = Array.from(
      { length: 40 },
      (_, i) => `@string{a${i + 1} = a${i} # a${i} # a${i} # a${i}}`,
    ).join('\n');
    const text = `@string{a0 = "aaaaaaaaaaaaaaaa"}\n${bomb}\n@misc{x, title = a40}\n`;
    expect(['FILE_TOO_LARGE', 'FILE_CORRUPT', 'ENGINE_TIMEOUT']).toContain(
      await refusalOf(text, 'bib', 'html'),
    );
  });
});

/** A table of dBASE III: texts of 10 bytes, numbers of 6, dates, and marks. */
function tableOf(encoding: number, rows: readonly Buffer[], declared = rows.length): Buffer {
  const field = (name: string, kind: string, length: number, decimals = 0): Buffer => {
    const entry = Buffer.alloc(32);
    entry.write(name, 'latin1');
    entry.write(kind, 11, 'latin1');
    entry.set([length, decimals], 16);
    return entry;
  };
  const fields = [
    field('NAME', 'C', 10),
    field('PRICE', 'N', 6, 2),
    field('DAY', 'D', 8),
    field('OK', 'L', 1),
  ];
  const head = Buffer.alloc(32);
  head.set([3, 119, 7, 26]);
  head.writeUInt32LE(declared, 4);
  head.writeUInt16LE(32 + fields.length * 32 + 1, 8);
  head.writeUInt16LE(26, 10);
  head.set([encoding], 29);
  return Buffer.concat([head, ...fields, Buffer.from('\r'), ...rows, Buffer.from('\x1a')]);
}
const row = (name: Buffer, rest: string, mark = ' '): Buffer =>
  Buffer.concat([Buffer.from(mark), name, Buffer.alloc(10 - name.length, ' '), Buffer.from(rest.padEnd(15))]);
const KOELN = Buffer.from('K\x94ln', 'latin1');

describe('a table of dBASE', () => {
  it('keeps the types of its values and the letters of its encoding, without deleted rows', async () => {
    const bytes = tableOf(2, [
      row(KOELN, ' 12.5020190131T'),
      row(Buffer.from('gone'), '  1.0020190131T', '*'),
      row(Buffer.from('00123'), ''),
    ]);
    const { text } = await convert(bytes, 'dbf', 'json');
    expect(JSON.parse(text)).toEqual([
      { NAME: 'Köln', PRICE: 12.5, DAY: '2019-01-31', OK: true },
      { NAME: '00123', PRICE: null, DAY: null, OK: null },
    ]);
  });

  it('without a mark of its encoding is read in that of its letters', async () => {
    const names = [KOELN, Buffer.from('K\xf6ln', 'latin1'), Buffer.from('Köln')];
    for (const name of names) {
      const { text } = await convert(tableOf(0, [row(name, '')]), 'dbf', 'csv');
      expect(text).toContain('Köln');
    }
  });

  it('that ends too early gives the rows that are there, and says so', async () => {
    const result = await convert(tableOf(3, [row(KOELN, '  1.00'), row(KOELN, '  2.00')], 5), 'dbf', 'csv');
    expect(result.text.trim().split('\n')).toHaveLength(3);
    expect(codesOf(result)).toEqual(['input_damaged']);
  });

  it('with fields that do not fit, or without any, is refused', async () => {
    const whole = tableOf(3, [row(KOELN, '')]);
    const wide = Buffer.from(whole);
    wide.set([255], 32 + 16);
    for (const bytes of [wide, whole.subarray(0, 40), Buffer.alloc(200)])
      expect(await refusalOf(bytes, 'dbf', 'csv')).toBe('FILE_CORRUPT');
    const many = Buffer.from(whole);
    many.writeUInt32LE(0xffff_ffff, 4);
    expect(await refusalOf(many, 'dbf', 'csv')).toBe('FILE_TOO_LARGE');
  });
});

/** Without them LibreOffice takes days and logical values for numbers. */
const CELL_STYLES =
  '<n:date-style xmlns:n="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" style:name="N1"><n:year n:style="long"/><n:text>-</n:text><n:month n:style="long"/><n:text>-</n:text><n:day n:style="long"/></n:date-style><n:boolean-style xmlns:n="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" style:name="N2"><n:boolean/></n:boolean-style><style:style style:name="day" style:family="table-cell" style:data-style-name="N1"/><style:style style:name="mark" style:family="table-cell" style:data-style-name="N2"/>';

/** A flat OpenDocument spreadsheet. @param sheets - rows of cells: values, or text as XML */
function sheetsOf(...sheets: (readonly (string | number | boolean | Date)[])[][]): string {
  const cell = (value: string | number | boolean | Date): string => {
    if (value instanceof Date)
      return `<table:table-cell table:style-name="day" office:value-type="date" office:date-value="${value.toISOString().slice(0, 19).replace('T00:00:00', '')}"/>`;
    if (typeof value === 'number')
      return `<table:table-cell office:value-type="float" office:value="${value}"/>`;
    if (typeof value === 'boolean')
      return `<table:table-cell table:style-name="mark" office:value-type="boolean" office:boolean-value="${value}"/>`;
    return `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;
  };
  const tables = sheets.map(
    (rows, index) =>
      `<table:table table:name="S${index}">${rows.map((cells) => `<table:table-row>${cells.map(cell).join('')}</table:table-row>`).join('')}</table:table>`,
  );
  const names = ['office', 'table', 'text', 'style'].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><office:document ${names.join(' ')} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:automatic-styles>${CELL_STYLES}</office:automatic-styles><office:body><office:spreadsheet>${tables.join('')}</office:spreadsheet></office:body></office:document>`;
}

/** As Gnumeric reads a table of dBASE, which takes its letters by the mark in the header. */
const cellsInGnumeric = (path: string): string =>
  execFileSync('/usr/bin/ssconvert', ['-T', 'Gnumeric_stf:stf_csv', path, 'fd://1'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });

describe('sheets that become tables of dBASE', () => {
  it('keep texts, numbers, days and logical values, a table for each sheet', async () => {
    const rows = [
      ['Name', 'price', 'Day', 'ok'],
      ['00123', 12.5, new Date('2019-01-31'), true],
      ['Köln', -3, new Date('0999-12-01'), false],
    ];
    const result = await convert(sheetsOf(rows, [['Other'], ['second']]), 'fods', 'dbf');
    expect(codesOf(result)).toEqual([]);
    expect(recordsOfDbase(result.path)).toEqual([
      { Name: '00123', price: 12.5, Day: '2019-01-31', ok: true },
      { Name: 'Köln', price: -3, Day: '0999-12-01', ok: false },
    ]);
    expect(result.outputs.map(({ path }) => recordsOfDbase(path).length)).toEqual([2, 1]);
    expect(cellsInGnumeric(result.path)).toContain('Köln,-3,');
  });

  it.each([
    'Ελληνικά',
    'Съешь ещё',
    'Zażółć',
    'ภาษาไทย',
    '日本語かな',
    '汉语',
    '한국어',
    '日本語 и Zażółć 🙂',
  ])('have a mark of an encoding that holds their letters: %s', async (text) => {
    const { path, outputs, losses } = await convert(sheetsOf([['Name'], [text]]), 'fods', 'dbf');
    expect([outputs.length, losses]).toEqual([1, []]);
    expect(recordsOfDbase(path)).toEqual([{ Name: text }]);
    // What no encoding of dBASE holds is UTF-8 without a mark.
    if (!text.includes('🙂')) expect(cellsInGnumeric(path)).toContain(text);
  });

  it('say what dBASE cannot hold', async () => {
    const rows = [
      ['a long name of a column', 'a long name of another', 'mixed', 'long'],
      ['x', 1, 'text', `${'é'.repeat(300)}`],
      ['y', 1e300, 7, 'short'],
    ];
    const { path, ...result } = await convert(sheetsOf(rows), 'fods', 'dbf');
    expect(codesOf(result)).toEqual(['names_changed', 'texts_shortened', 'value_types_dropped']);
    const [first, second] = recordsOfDbase(path);
    expect(Object.keys(first ?? {})).toEqual(['a_long_nam', 'a_long_n_2', 'mixed', 'long']);
    expect(first?.long).toBe('é'.repeat(254));
    expect(second).toMatchObject({ a_long_n_2: '1E+300', mixed: '7' });
  });

  it('with more columns than dBASE holds, or without any, are refused', async () => {
    const wide = Array.from({ length: 300 }, (_, index) => index);
    expect(await refusalOf(sheetsOf([wide]), 'fods', 'dbf')).toBe('FILE_TOO_LARGE');
    expect(await refusalOf(sheetsOf([]), 'fods', 'dbf')).toBe('FILE_CORRUPT');
  });

  // LibreOffice, which writes what the script reads, would have to be taken over first.
  it.each([
    ['large', ['table:table-row>', 'table:table-row table:number-rows-repeated="1000000">']],
    ['corrupt', ['<office:document ', '<!DOCTYPE d [<!ENTITY a "b">]><office:document ']],
    ['corrupt', ['</office:document>', '']],
  ])('that no engine writes are refused as %s', (reason, [part = '', other = '']) => {
    const folder = mkdtempSync(join(tmpdir(), 'sheets-'));
    const input = join(folder, 'in.fods');
    writeFileSync(input, sheetsOf([[1, 2, 3, 4, 5]]).replace(part, other));
    const script = fileURLToPath(new URL('../dbase/main.py', import.meta.url));
    const args = ['-I', '-B', script, 'write', input, join(folder, 'out.dbf')];
    expect(execFileSync('/usr/bin/python3', args, { encoding: 'utf8' })).toMatch(`refused ${reason} `);
    rmSync(folder, { recursive: true });
  });
});

const SLIDE_NAMES = ['office', 'text', 'style', 'table', 'presentation'].map(
  (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
);
const DRAWN_NAMES =
  'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"';
/** A presentation in one file. @param slides - their XML */
const slidesOf = (...slides: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><office:document ${SLIDE_NAMES.join(' ')} ${DRAWN_NAMES} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.presentation"><office:automatic-styles><style:style style:name="b" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style></office:automatic-styles><office:master-styles><style:master-page style:name="Standard"/></office:master-styles><office:body><office:presentation>${slides.map((slide) => `<draw:page draw:master-page-name="Standard">${slide}</draw:page>`).join('')}</office:presentation></office:body></office:document>`;
const box = (kind: string, text: string): string =>
  `<draw:frame presentation:class="${kind}" svg:x="1cm" svg:y="1cm" svg:width="20cm" svg:height="5cm"><draw:text-box>${text}</draw:text-box></draw:frame>`;
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('slides', () => {
  it('become a text of headings, lists, tables and pictures, with their notes as quotations', async () => {
    const list =
      '<text:list><text:list-item><text:p>One <text:span text:style-name="b">bold</text:span></text:p><text:list><text:list-item><text:p>Inner</text:p></text:list-item></text:list></text:list-item></text:list>';
    const table =
      '<draw:frame svg:x="1cm" svg:y="9cm" svg:width="10cm" svg:height="3cm"><table:table><table:table-column/><table:table-column/><table:table-row><table:table-cell><text:p>Mill</text:p></table:table-cell><table:table-cell><text:p>Wheels</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell><text:p>Upper</text:p></table:table-cell><table:table-cell><text:p>3</text:p></table:table-cell></table:table-row></table:table></draw:frame>';
    const picture = `<draw:frame svg:x="1cm" svg:y="12cm" svg:width="1cm" svg:height="1cm"><draw:image><office:binary-data>${PIXEL}</office:binary-data></draw:image><svg:desc>A seal</svg:desc></draw:frame>`;
    const notes = `<presentation:notes>${box('notes', '<text:p>Say <text:a xlink:href="https://example.org/">this</text:a></text:p>')}</presentation:notes>`;
    const first = `${box('title', '<text:p>The mill</text:p>')}${box('outline', list)}${table}${picture}${notes}`;
    const deck = slidesOf(first, box('title', '<text:p>The weir</text:p>'));
    const result = await convert(deck, 'fodp', 'md');
    expect(result.text).toMatch(/# The mill\n+- +One \*\*bold\*\*\n+ +- +Inner\n/);
    expect(result.text).toMatch(/\| Mill +\| Wheels +\|\n\|-+\|-+\|\n\| Upper +\| 3 +\|/);
    expect(result.text).toMatch(/> Say \[this\]\(https:\/\/example\.org\/\)/);
    expect(result.text).toContain('# The weir');
    expect(codesOf(result)).toEqual(['layout_dropped', 'pictures_dropped']);
    const page = await convert(deck, 'fodp', 'html');
    expect(page.text).toMatch(/<img[^>]*src="data:image\/png;base64,[^>]*alt="A seal"/);
    expect(codesOf(page)).toEqual(['layout_dropped']);
  });

  it('are shown in a film as long as the user wants', async () => {
    const deck = slidesOf(
      box('title', '<text:p>The mill</text:p>'),
      box('title', '<text:p>The weir</text:p>'),
    );
    const { outputs } = await converter.convertBytes(Buffer.from(deck), {
      from: 'fodp',
      to: 'mp4',
      options: { frameMs: 500 },
    });
    const args = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0'];
    const seconds = execFileSync('/usr/bin/ffprobe', [...args, outputs[0]?.path ?? ''], { encoding: 'utf8' });
    expect(Number(seconds)).toBeCloseTo(1, 1);
  });

  it('are refused if there are too many for a film', async () => {
    const deck = slidesOf(...Array.from({ length: 301 }, () => box('title', '<text:p>a</text:p>')));
    expect(await refusalOf(deck, 'fodp', 'mp4')).toBe('FILE_TOO_LARGE');
  });
});

describe('printed pages of Windows', () => {
  it('keep their text as text and their fonts', async () => {
    const { path } = await convert(storedFile('xps'), 'xps', 'pdf');
    expect(pagesOf(path)).toBe(3);
    expect(textOf(path, 'pdf')).toMatch(/\w{4}/);
    expect(execFileSync('/usr/bin/pdffonts', [path], { encoding: 'utf8' })).toMatch(/yes +\w+ +yes/);
    expect(execFileSync('/usr/bin/qpdf', ['--check', path], { encoding: 'utf8' })).toContain('No syntax');
  });

  it('that are damaged are refused or converted in part, in time', async () => {
    const whole = storedFile('xps');
    for (const bytes of [
      whole.subarray(0, whole.length / 2),
      Buffer.from('PK\x03\x04 no zip'),
      Buffer.from('text'),
    ]) {
      const answer = await refusalOf(bytes, 'xps', 'pdf');
      expect(['FILE_CORRUPT', 'UNSUPPORTED_FORMAT', 'converted']).toContain(answer);
    }
  });
});

describe('a book of Sony’s readers', () => {
  it('that their own program wrote becomes a text', async () => {
    expect((await convert(storedFile('lrf'), 'lrf', 'txt')).text).toContain('Hello world');
  });

  it('that is damaged is refused', async () => {
    expect(await refusalOf(storedFile('lrf').subarray(0, 700), 'lrf', 'txt')).toBe('FILE_CORRUPT');
  });
});
