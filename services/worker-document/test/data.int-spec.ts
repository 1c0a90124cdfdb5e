import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Route } from '@filemill/formats';
import { declared } from '@filemill/formats/testing';
import { provePairs } from '@filemill/worker/proving';
import { type Converted, type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { COLUMNS, isDataRoute, type Leaf, leavesOf, VALUES, writeDataFiles } from './data-files.js';
import { MARKUP_SAMPLES } from './markups.js';
import { OLD_SAMPLES, writeOldFiles } from './old-files.js';
import { drawnPictureOf, isPicture, missingFonts, textOf } from './reading.js';
import { sampleOf as plainOf, TEMPLATES, templateOf, xlsbOf } from './templates.js';

let converter: Converter;
let folder: string;
/** Workbooks of old programs, by format. */
let oldFiles: ReadonlyMap<string, string>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'data-'));
  writeDataFiles(folder);
  for (const [id, text] of Object.entries(MARKUP_SAMPLES)) writeFileSync(join(folder, `text.${id}`), text);
  for (const id of TEMPLATES) writeFileSync(join(folder, `cells.${id}`), templateOf(id));
  writeFileSync(join(folder, 'cells.xlsb'), xlsbOf('Quicksilver'));
  converter = await createConverter(new URL('../src/engines/', import.meta.url), { slots: 2 });
  oldFiles = await writeOldFiles(join(folder, 'old'), async (input, from, to) => {
    const { outputs } = await converter.convert({ input, from, to });
    return outputs[0]?.path ?? '';
  });
});
afterAll(async () => {
  await converter.close();
  rmSync(folder, { recursive: true });
});

/** Formats that other programs read value by value. */
const READABLE = [
  ...['json', 'jsonl', 'yaml', 'toml', 'xml', 'plist', 'ini', 'csv', 'tsv', 'md', 'sqlite'],
  ...['msgpack', 'cbor', 'bson', 'parquet'],
];
/** These hold numbers as numbers, and text as text. */
const TYPED = [
  'json',
  'geojson',
  'jsonl',
  'yaml',
  'toml',
  'plist',
  'sqlite',
  'parquet',
  'msgpack',
  'cbor',
  'bson',
];
const compact = (text: string): string => text.replace(/\s+/g, '').replaceAll('""', '"');
/** The name of a column in dBASE, if a word is one. */
const fieldNameOf = (word: string): string => word.replaceAll(' ', '_').slice(0, 10);

/** A workbook that no fixture has: LibreOffice writes it, from our records. */
async function workbook(format: string): Promise<string> {
  const { outputs } = await converter.convert({
    input: join(folder, 'records.json'),
    from: 'json',
    to: format,
  });
  return outputs[0]?.path ?? '';
}

const fixture = (name: string): string => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
const WORKBOOKS = ['xlsx', 'xls', 'ods', 'fods'];
/** Of their tables; a text without one has its lines. */
const TEXTS = ['docx', 'doc', 'odt', 'rtf', 'fodt', 'txt'];
const TEXT_CELLS = ['Revenue', '1250'];
const LINES = ['Annual report', 'quick brown fox'];
/** Of the tables in old letters. */
const LETTER_CELLS: Readonly<Record<string, readonly string[]>> = {
  abw: TEXT_CELLS,
  zabw: TEXT_CELLS,
  pages: ['col1', 'five', 'nine'],
  cwk: ['normal', 'vertical center', 'yellow'],
  lwp: ['row1', 'column1'],
};
const MARKUP_CELLS = ['Name', 'Amount', 'Apples', '12', 'Pears', '7'];
const CELLS = ['Name', 'Ключ', '12.5', '00123', '漢字, "quoted"', '=1+1', '9.5', 'Other sheet'];

/** An input, and the words that its outputs must have. */
async function sampleOf(format: string): Promise<{ path: string; words: readonly string[] }> {
  const old = OLD_SAMPLES[format];
  if (old) return { path: oldFiles.get(format) ?? '', words: LETTER_CELLS[format] ?? old.words };
  if (format === 'xlsb') return { path: join(folder, 'cells.xlsb'), words: ['Quicksilver'] };
  if (TEMPLATES.includes(format))
    return {
      path: join(folder, `cells.${format}`),
      words: plainOf(format).startsWith('text') ? TEXT_CELLS : CELLS,
    };
  if (WORKBOOKS.includes(format)) return { path: fixture(`cells.${format}`), words: CELLS };
  if (TEXTS.includes(format))
    return { path: fixture(`text.${format}`), words: format === 'txt' ? LINES : TEXT_CELLS };
  if (format in MARKUP_SAMPLES)
    return {
      path: join(folder, `text.${format}`),
      words: format === 'opml' ? ['Annual report', 'Numbers'] : MARKUP_CELLS,
    };
  const isData = declared.format(format)?.read?.data !== undefined;
  return { path: isData ? join(folder, `records.${format}`) : await workbook(format), words: VALUES };
}

describe('every pair of data', () => {
  provePairs(isDataRoute, async ({ input: { id: from }, output: { id: to } }: Route) => {
    const { path, words } = await sampleOf(from);
    const { outputs } = await converter.convert({ input: path, from, to });
    if (isPicture(to)) {
      expect(await drawnPictureOf(outputs[0]?.path ?? '', to)).toMatchObject({ isBlank: false });
      return undefined;
    }
    if (words !== VALUES || !READABLE.includes(to)) {
      const texts = outputs.map((output) => textIn(output.path, to)).join('\n');
      const seen = compact(texts);
      // A binary workbook has its numbers as doubles.
      const expected = words.filter((word) => to !== 'xls' || !/^-?[\d.]+$/.test(word) || word === '00123');
      const shown = to === 'dbf' ? fieldNameOf : compact;
      expect(expected.filter((word) => !seen.includes(compact(word)) && !seen.includes(shown(word)))).toEqual(
        [],
      );
      if (to === 'pdf') expect(missingFonts(outputs[0]?.path ?? '')).toEqual([]);
      return undefined;
    }
    const leaves = leavesOf(outputs[0]?.path ?? '', to).filter(({ text }) => text !== 'FeatureCollection');
    expect(leaves.map(({ text }) => text)).toEqual(VALUES);
    expect(leaves.map(({ path: where }) => where.split(/[/.]/).at(-1))).toEqual([...COLUMNS, ...COLUMNS]);
    if (!TYPED.includes(from) || !TYPED.includes(to)) return 1;
    const types = COLUMNS.map((name) => (name === 'count' || name === 'price' ? 'number' : 'text'));
    expect(leaves.map(({ type }) => type)).toEqual([...types, ...types]);
    return 1;
  });
});

/** The values of data, and the words of a document. */
function textIn(path: string, format: string): string {
  if (!READABLE.includes(format) || format === 'tsv') return textOf(path, format);
  // Names count, too: the first row of a sheet may have become names.
  const leaves = leavesOf(path, format).map((leaf) => `${leaf.path} ${leaf.text}`);
  // A name without values is no leaf, and a table of one row has nothing else.
  return [...leaves, ...(['md', 'csv'].includes(format) ? [readFileSync(path, 'utf8')] : [])].join('\n');
}

const convertAll = async (from: string, to: string): Promise<Converted & { path: string }> => {
  const result = await converter.convert({ input: join(folder, `all.${from}`), from, to });
  return { ...result, path: result.outputs[0]?.path ?? '' };
};
const codesOf = ({ losses }: Converted): string[] => losses.map(({ code }) => code).toSorted();

/** By their names, whose order some formats do not keep; lists keep theirs. */
const ordered = (leaves: Leaf[]): Leaf[] =>
  leaves.toSorted((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)));

describe('values of all types', () => {
  const TREES = ['yaml', 'msgpack', 'cbor', 'bson'];
  const ways = [...TREES, 'json', 'plist', 'toml'].flatMap((from) => TREES.map((to) => [from, to] as const));

  it.each(ways.filter(([from, to]) => from !== to))('are the same in %s and %s', async (from, to) => {
    const { path, ...result } = await convertAll(from, to);
    const before = leavesOf(join(folder, `all.${from}`), from);
    const isLocal = ({ path: where }: { path: string }): boolean => where === '/local' || where === '/day';
    // Only YAML has dates without a time zone.
    const kept = before.filter((leaf) => to === 'yaml' || !isLocal(leaf));
    const after = leavesOf(path, to).filter((leaf) => to === 'yaml' || !isLocal(leaf));
    expect(ordered(after)).toEqual(ordered(kept));
    const codes = codesOf(result);
    if (from === 'toml') expect(codes).toContain('comments_dropped');
    else expect(codes).toEqual([]);
  });

  it('become JSON with every digit, and what it cannot hold is reported', async () => {
    const { path, ...result } = await convertAll('yaml', 'json');
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('"long": 9007199254740993,');
    expect(text).toContain('"whole": 2.0,');
    expect(text).toContain('"instant": "2024-02-29T12:30:45+00:00"');
    expect(codesOf(result)).toEqual(['value_types_dropped']);
  });

  it('become TOML without null, which is reported', async () => {
    const { path, ...result } = await convertAll('yaml', 'toml');
    const before = leavesOf(join(folder, 'all.yaml'), 'yaml').filter(({ type }) => type !== 'null');
    const after = leavesOf(path, 'toml');
    const sorted = (leaves: typeof before) =>
      leaves
        .filter(({ type }) => type !== 'bytes')
        .map((leaf) => JSON.stringify(leaf))
        .toSorted();
    expect(sorted(after).filter((leaf) => !leaf.includes('AP8Q'))).toEqual(sorted(before));
    expect(codesOf(result)).toEqual(['nulls_dropped', 'value_types_dropped']);
  });

  it('are the same after property lists', async () => {
    const { path, ...result } = await convertAll('yaml', 'plist');
    const before = leavesOf(join(folder, 'all.yaml'), 'yaml').filter(({ type }) => type !== 'null');
    expect(leavesOf(path, 'plist')).toEqual(before);
    expect(codesOf(result)).toEqual(['nulls_dropped']);
  });

  it('become one row of a table, whose nesting is reported', async () => {
    const { path, ...result } = await convertAll('json', 'csv');
    const leaves = leavesOf(path, 'csv');
    expect(leaves).toContainEqual({ path: '/*/map.a b', type: 'text', text: 'space' });
    expect(leaves).toContainEqual({ path: '/*/long', type: 'text', text: '9007199254740993' });
    expect(codesOf(result)).toEqual(['nesting_changed']);
  });
});

describe('a Parquet file', () => {
  const made = async (text: string): Promise<Converted & { leaves: Leaf[] }> => {
    const result = await converter.convertBytes(Buffer.from(text), { from: 'json', to: 'parquet' });
    return { ...result, leaves: leavesOf(result.outputs[0]?.path ?? '', 'parquet') };
  };

  it('has a column of the narrowest type that holds all of its values', async () => {
    const text = `[{"whole":9007199254740993,"part":1,"yes":true,"mixed":1,"gap":null},
      {"whole":-2,"part":2.5,"yes":false,"mixed":"a","none":null}]`;
    const { leaves, ...result } = await made(text);
    expect(leaves.map(({ path, type, text: value }) => [path.slice(3), type, value])).toEqual([
      ...[
        ['whole', 'number', '9007199254740993'],
        ['part', 'number', '1'],
        ['yes', 'boolean', 'true'],
      ],
      ...[
        ['mixed', 'text', '1'],
        ['gap', 'null', ''],
        ['none', 'null', ''],
      ],
      ...[
        ['whole', 'number', '-2'],
        ['part', 'number', '2.5'],
        ['yes', 'boolean', 'false'],
      ],
      ...[
        ['mixed', 'text', 'a'],
        ['gap', 'null', ''],
        ['none', 'null', ''],
      ],
    ]);
    expect(codesOf(result)).toEqual(['value_types_dropped']);
  });

  it('keeps instants and bytes, and nothing of them is lost', async () => {
    const { path, ...result } = await convertAll('yaml', 'parquet');
    const leaves = leavesOf(path, 'parquet');
    expect(leaves).toContainEqual({ path: '/*/instant', type: 'date', text: '2024-02-29T12:30:45.000Z' });
    expect(leaves).toContainEqual({ path: '/*/bytes', type: 'bytes', text: '00ff10' });
    expect(leaves).toContainEqual({ path: '/*/long', type: 'number', text: '9007199254740993' });
    expect(codesOf(result)).toEqual(['nesting_changed']);
  });

  it('is one for each of several lists, or for the one that is wanted', async () => {
    const text = JSON.stringify({ one: [{ a: 1 }], two: [{ b: 2 }, { b: 3 }] });
    const { outputs } = await converter.convertBytes(Buffer.from(text), { from: 'json', to: 'parquet' });
    const values = outputs.map(({ path }) => leavesOf(path, 'parquet').map((leaf) => leaf.text));
    expect(values).toEqual([['1'], ['2', '3']]);
  });

  it('of many columns is refused', async () => {
    const wide = Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`c${index}`, 1]));
    await expect(made(JSON.stringify([wide]))).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
  });
});

describe('a property list in binary', () => {
  it('has the values of the one in XML', async () => {
    const { outputs } = await converter.convert({
      input: join(folder, 'binary.plist'),
      from: 'plist',
      to: 'json',
    });
    expect(leavesOf(outputs[0]?.path ?? '', 'json').map(({ text }) => text)).toEqual(VALUES);
  });
});

describe('a table', () => {
  const convertText = async (text: string, from: string, to: string): Promise<string> => {
    const { outputs } = await converter.convertBytes(Buffer.from(text), { from, to });
    return readFileSync(outputs[0]?.path ?? '', 'utf8');
  };

  it('keeps codes, long numbers and formulas as text', async () => {
    const json = JSON.parse(
      await convertText('a;b;c;d\n00123;12345678901234567890;=1+1;true\n', 'csv', 'json'),
    );
    expect(json).toEqual([{ a: '00123', b: '12345678901234567890', c: '=1+1', d: true }]);
  });

  it('without names becomes lists', async () => {
    expect(JSON.parse(await convertText('1,2\n3,\n', 'csv', 'json'))).toEqual([
      [1, 2],
      [3, null],
    ]);
  });

  it('becomes a file for each of several lists', async () => {
    const text = JSON.stringify({ one: [{ a: 1 }], two: [{ b: 2 }, { b: 3 }] });
    const { outputs } = await converter.convertBytes(Buffer.from(text), { from: 'json', to: 'csv' });
    expect(outputs.map(({ path }) => readFileSync(path, 'utf8'))).toEqual(['a\r\n1\r\n', 'b\r\n2\r\n3\r\n']);
  });

  it('in an old encoding keeps its letters', async () => {
    const { outputs } = await converter.convertBytes(Buffer.from('name\ncaf\xe9\n', 'latin1'), {
      from: 'csv',
      to: 'json',
    });
    expect(JSON.parse(readFileSync(outputs[0]?.path ?? '', 'utf8'))).toEqual([{ name: 'café' }]);
  });
});

describe('the tables of a web page', () => {
  const tablesOf = async (html: string): Promise<Converted & { tables: unknown }> => {
    const result = await converter.convertBytes(Buffer.from(html), { from: 'html', to: 'json' });
    return { ...result, tables: JSON.parse(readFileSync(result.outputs[0]?.path ?? '', 'utf8')) };
  };

  it('have the names and values of their cells, also of those that reach over others', async () => {
    const { tables, ...result } = await tablesOf(
      `<!DOCTYPE html><title>T</title><table><caption>Mills</caption>
      <tr><th>Name<th>Wheels<th>Since
      <tr><td rowspan=2>Upper <b>mill</b><td>2<td>00123
      <tr><td>3<td>a<br>b
      <tr><td colspan=2>none<td><script>x</script></table>`,
    );
    expect(tables).toEqual([
      { Name: 'Upper mill', Wheels: 2, Since: '00123' },
      { Name: null, Wheels: 3, Since: 'a\nb' },
      { Name: 'none', Wheels: null, Since: null },
    ]);
    expect(codesOf(result)).toEqual([]);
  });

  it('have the names of their captions, and what is left out is reported', async () => {
    const { tables, ...result } = await tablesOf(
      `<h1>Report</h1><table><caption>One</caption><tr><th>a<th>b<tr><td><a href="/x">1</a><td><img alt="seal" src="x"></table>
      <table><tr><td>layout</table><table><tr><td>1<td><table><tr><td>in<td>ner</table></table>`,
    );
    expect(tables).toEqual({ One: [{ a: 1, b: 'seal' }], Table2: [[1, 'in\nner']] });
    expect(codesOf(result)).toEqual(['hyperlinks_dropped', 'pictures_dropped', 'prose_dropped']);
  });

  it('are the lines of the text if there are none', async () => {
    const { tables, ...result } = await tablesOf('<h1>Report</h1><p>One <i>line</i></p><ul><li>a<li>b</ul>');
    expect(tables).toEqual([['Report'], ['One line'], ['a'], ['b']]);
    expect(codesOf(result)).toEqual([]);
  });

  it('are limited', async () => {
    const wide = `<table>${'<tr><td colspan=1000 rowspan=65534>a'.repeat(3_000)}</table>`;
    await expect(tablesOf(wide)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
    const deep = `<table>${'<table><tr><td>'.repeat(100_000)}`;
    await expect(tablesOf(deep)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
  });
});

describe('XML', () => {
  it('keeps attributes, repeated elements and text', async () => {
    const text = '<?xml version="1.0"?><!-- c --><a x="1"><b>one</b><b y="2">two</b><c/></a>';
    const first = await converter.convertBytes(Buffer.from(text), { from: 'xml', to: 'json' });
    expect(JSON.parse(readFileSync(first.outputs[0]?.path ?? '', 'utf8'))).toEqual({
      a: { '@x': '1', b: ['one', { '@y': '2', '#text': 'two' }], c: null },
    });
    expect(codesOf(first)).toEqual(['comments_dropped']);
    const back = await converter.convert({ input: first.outputs[0]?.path ?? '', from: 'json', to: 'xml' });
    expect(leavesOf(back.outputs[0]?.path ?? '', 'xml').map(({ text: leaf }) => leaf)).toEqual([
      '1',
      'one',
      '2',
      '',
    ]);
  });
});
