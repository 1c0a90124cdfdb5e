import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEngine as createData } from '../src/engines/data.engine.js';
import { createEngine as createLibreoffice } from '../src/engines/libreoffice.engine.js';
import { workbook } from './options-files.js';

let converter: Converter;
const at = (name: string): string => join(converter.folder, name);
const FILES: Readonly<Record<string, string>> = {
  'records.json': '[{"b": "x;y", "a": 1}, {"b": "ü", "a": null}]',
  'two.json': '{"one": [{"n": 1}], "two": [{"n": 2}]}',
  'nested.json': '{"z": {"y": [1, {"b": true, "a": "s"}]}, "m": "t"}',
  'flat.json': '{"z": "1", "m": "2"}',
  'packed.json': '{"z1": "1", "m1": "2"}',
  'numbers.csv': '1,2\n3,4\n',
  'names.csv': 'a,b\nc,d\n',
};
beforeAll(async () => {
  converter = await createConverter([createData, createLibreoffice], { slots: 1 });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(at(name), text);
  writeFileSync(at('book.fods'), workbook({ One: [['n'], ['1']], Two: [['m'], ['2']] }));
});
afterAll(() => converter.close());

type Options = Readonly<Record<string, unknown>>;
async function made(name: string, to: string, options: Options = {}): Promise<Buffer[]> {
  const from = name.split('.')[1] ?? '';
  const { outputs } = await converter.convert({ input: at(name), from, to, options });
  return outputs.map(({ path }) => readFileSync(path));
}
const textOf = async (name: string, to: string, options: Options = {}): Promise<string> =>
  (await made(name, to, options))[0]?.toString() ?? '';
const jsonOf = async (name: string, options: Options): Promise<unknown> =>
  JSON.parse(await textOf(name, 'json', options));

describe('delimited text of data', () => {
  it.each([
    [{}, 'b,a\r\nx;y,1\r\nü,\r\n'],
    [{ delimiter: 'semicolon' }, 'b;a\r\n"x;y";1\r\nü;\r\n'],
    [{ delimiter: 'tab', lineEnd: 'lf' }, 'b\ta\nx;y\t1\nü\t\n'],
    [{ delimiter: 'pipe', quote: 'all' }, '"b"|"a"\r\n"x;y"|"1"\r\n"ü"|""\r\n'],
    [{ header: false }, 'x;y,1\r\nü,\r\n'],
    [{ encoding: 'utf-8-bom' }, '\ufeffb,a\r\nx;y,1\r\nü,\r\n'],
  ])('is written as CSV with %j', async (options, wanted) => {
    expect(await textOf('records.json', 'csv', options)).toBe(wanted);
  });

  it('becomes CSV with another delimiter, and keeps every cell as it is', async () => {
    const text = 'a,a,\n007,"x;y",1e5\n+1,"two\nlines"\n,1.50,"""q""",more\n';
    writeFileSync(at('cells.csv'), text);
    const cells = (path: string, delimiter: string): string[][] => {
      const script = `import csv, json, sys; print(json.dumps(list(csv.reader(open(sys.argv[1], newline=""), delimiter="${delimiter}"))))`;
      return JSON.parse(execFileSync('/usr/bin/python3', ['-I', '-c', script, path], { encoding: 'utf8' }));
    };
    const input = { input: at('cells.csv'), from: 'csv', to: 'csv', options: { delimiter: 'semicolon' } };
    const { outputs } = await converter.convert(input);
    expect(cells(outputs[0]?.path ?? '', ';')).toEqual(cells(at('cells.csv'), ','));
  });

  it('is written in UTF-16, as Python reads it', async () => {
    const { outputs } = await converter.convert({
      ...{ input: at('records.json'), from: 'json', to: 'csv', options: { encoding: 'utf-16le' } },
    });
    const script =
      'import sys; print(open(sys.argv[1], encoding="utf-16", newline="").read().encode().hex())';
    const hex = execFileSync('/usr/bin/python3', ['-I', '-c', script, outputs[0]?.path ?? ''], {
      encoding: 'utf8',
    });
    expect(Buffer.from(hex.trim(), 'hex').toString()).toBe('b,a\r\nx;y,1\r\nü,\r\n');
  });

  it('has a file for each table, or only the wanted one', async () => {
    expect(await made('two.json', 'csv')).toHaveLength(2);
    expect((await made('two.json', 'tsv', { sheet: 2 })).map(String)).toEqual(['n\r\n2\r\n']);
    const refused = { code: 'OPTION_INVALID', params: { field: 'sheet' } };
    await expect(made('two.json', 'csv', { sheet: 3 })).rejects.toMatchObject(refused);
  });

  it.each(['yes', 'no', 'auto'])('is read with names in the first row: %s', async (headerRow) => {
    const [names, lists] = [
      [{ '1': 3, '2': 4 }],
      [
        [1, 2],
        [3, 4],
      ],
    ];
    expect(await jsonOf('numbers.csv', { headerRow })).toEqual(headerRow === 'yes' ? names : lists);
    const words = [
      ['a', 'b'],
      ['c', 'd'],
    ];
    expect(await jsonOf('names.csv', { headerRow })).toEqual(
      headerRow === 'no' ? words : [{ a: 'c', b: 'd' }],
    );
  });
});

describe('data', () => {
  it.each([0, 1, 4, 8])('are indented by %i in JSON', async (indent) => {
    const text = await textOf('names.csv', 'json', { indent });
    expect(text).toBe(`${JSON.stringify([{ a: 'c', b: 'd' }], null, indent)}\n`);
  });

  it.each([0, 3])('are indented by %i in XML', async (indent) => {
    const text = await textOf('nested.json', 'xml', { indent });
    expect(text.trim().includes('\n')).toBe(indent > 0);
    expect(/\n {3}<z>\n {6}<y>/.test(text)).toBe(indent > 0);
    const script =
      'import sys, xml.etree.ElementTree as E; print([e.tag for e in E.fromstring(sys.stdin.read()).iter()])';
    const seen = execFileSync('/usr/bin/python3', ['-I', '-c', script], { input: text, encoding: 'utf8' });
    expect(seen.trim()).toBe("['root', 'z', 'y', 'y', 'b', 'a', 'm']");
  });

  it.each(['yaml', 'toml', 'xml', 'plist', 'jsonl', 'ini'])('have sorted names in %s', async (to) => {
    const isSorted = (text: string): boolean => text.search(/\bm\b/) < text.search(/\bz\b/);
    expect(isSorted(await textOf('flat.json', to))).toBe(false);
    expect(isSorted(await textOf('flat.json', to, { sortKeys: true }))).toBe(true);
  });

  it.each(['msgpack', 'cbor', 'bson'])('have sorted names in %s', async (to) => {
    const isSorted = (bytes: Buffer | undefined): boolean =>
      (bytes?.indexOf('m1') ?? 0) < (bytes?.indexOf('z1') ?? 0);
    expect(isSorted((await made('packed.json', to))[0])).toBe(false);
    expect(isSorted((await made('packed.json', to, { sortKeys: true }))[0])).toBe(true);
  });

  it('are lists below their names on request', async () => {
    expect(await jsonOf('names.csv', { records: 'arrays' })).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('are YAML in one line, which PyYAML reads alike', async () => {
    const [block, flow] = [
      await textOf('nested.json', 'yaml'),
      await textOf('nested.json', 'yaml', { yamlStyle: 'flow' }),
    ];
    expect(flow.trim().split('\n')).toHaveLength(1);
    const script =
      'import sys; sys.path.append("/usr/lib/python3/dist-packages"); import yaml, json; print(json.dumps(yaml.safe_load(sys.stdin.read())))';
    const read = (input: string) =>
      execFileSync('/usr/bin/python3', ['-I', '-c', script], { input, encoding: 'utf8' });
    expect(read(flow)).toBe(read(block));
  });

  it.each(['yaml', 'toml', 'xml', 'jsonl'])('end lines for Windows in %s', async (to) => {
    const [unix, windows] = [
      await textOf('nested.json', to),
      await textOf('nested.json', to, { lineEnd: 'crlf' }),
    ];
    expect(windows).toBe(unix.replaceAll('\n', '\r\n'));
  });

  it('of a workbook are those of all sheets, or of one', async () => {
    expect(await jsonOf('book.fods', {})).toEqual({ One: [{ n: '1' }], Two: [{ m: '2' }] });
    expect(await jsonOf('book.fods', { sheet: 2 })).toEqual([{ m: '2' }]);
    expect(await jsonOf('book.fods', { sheet: 2, headerRow: 'no' })).toEqual([['m'], ['2']]);
  });
});
