import { describe, expect, it } from '@jest/globals';
import { readIni, writeIni } from './ini.js';
import { JsonReader, writeJson } from './json.js';
import { Conversion, Moment, type Value } from './model.js';
import { readPlist } from './plist.js';
import { tablesOf } from './tables.js';
import { readXml, writeXml } from './xml.js';
import { readYaml, writeYaml } from './yaml.js';

const json = (text: string, conversion = new Conversion()): Value => new JsonReader(text, conversion).read();

describe('JsonReader', () => {
  it('keeps integers, the order of names, and whether a number is an integer', () => {
    const text = '{"2": 1, "1": 1.0, "long": 123456789012345678901234567890}';
    expect(writeJson(json(text), new Conversion())).toBe(
      '{\n  "2": 1,\n  "1": 1.0,\n  "long": 123456789012345678901234567890\n}\n',
    );
  });

  it('reads comments and last commas, and reports what is lost', () => {
    const conversion = new Conversion();
    expect(json('// a\n{"a": [1, /* b */ 2,],}', conversion)).toEqual(new Map([['a', [1n, 2n]]]));
    expect(conversion.losses).toEqual(['loss comments_dropped']);
  });

  it('counts names that come twice, of which the last is kept', () => {
    const conversion = new Conversion();
    expect(json('{"a": 1, "a": 2}', conversion)).toEqual(new Map([['a', 2n]]));
    expect(conversion.losses).toEqual(['loss duplicates_dropped 1']);
  });

  it.each([
    '',
    '{',
    '[1',
    '{"a"}',
    '{"a": }',
    '[1 2]',
    '01',
    '"a',
    '"\t"',
    "{'a': 1}",
    'nul',
    '/* a',
    '[1]]',
  ])('refuses %j', (text) => {
    expect(() => json(text)).toThrow('is not JSON');
  });
});

describe('readPlist of the text of NeXTSTEP', () => {
  const plist = (text: string, conversion = new Conversion()): Value =>
    readPlist(Buffer.from(text), String, conversion);

  it('reads names, lists, bytes, words and quoted strings', () => {
    const conversion = new Conversion();
    const text = `// of a program
{
  NSExecutable = "gnustep-base"; GSBundleVersion = 128.0;
  "a \\"quoted\\" name" = (one, 'it''s', "line\\nbreak \\U00e4 \\344",); /* last */
  Empty = {}; Icon = <0fbd 77>; Own;
  Typed = (<*I-5>, <*R0.5>, <*BY>, <*D2026-01-31 12:00:00 +0100>)
}
`.replace("'it''s'", `'it"s'`);
    expect(plist(text, conversion)).toEqual(
      new Map<string, Value>([
        ['NSExecutable', 'gnustep-base'],
        ['GSBundleVersion', '128.0'],
        ['a "quoted" name', ['one', 'it"s', 'line\nbreak ä ä']],
        ['Empty', new Map()],
        ['Icon', Buffer.from('0fbd77', 'hex')],
        ['Own', 'Own'],
        ['Typed', [-5n, 0.5, true, new Moment('instant', '2026-01-31T11:00:00Z')]],
      ]),
    );
    expect(conversion.losses).toEqual(['loss comments_dropped']);
  });

  it('reads translations, which have no braces', () => {
    expect(plist('"Quit" = "Beenden";\n"Open" = "Öffnen";\n')).toEqual(
      new Map([
        ['Quit', 'Beenden'],
        ['Open', 'Öffnen'],
      ]),
    );
  });

  it.each([
    '{',
    '{ a = ; }',
    '{ a = b } c',
    '( a b )',
    '"a',
    '{ a = "b; }',
    '<*X1>',
    '/* a',
    'plain words of a text',
  ])('refuses %j', (text) => {
    expect(() => plist(text)).toThrow('is no property list');
  });
});

describe('writeYaml', () => {
  it.each([
    'yes',
    'NO',
    'on',
    'null',
    '~',
    '1',
    '1.5',
    '0x1f',
    '1e3',
    '.inf',
    '2001-01-01',
    '12:30:45',
    '- a',
    'a: b',
  ])('quotes the text %j, which would be something else', (text) => {
    expect(writeYaml(text)).toBe(`${JSON.stringify(text)}\n`);
    expect(readYaml(writeYaml(text), new Conversion())).toBe(text);
  });

  it('writes dates, numbers and nested lists that are read alike', () => {
    const value: Value = new Map<string, Value>([
      ['date', new Moment('date', '2024-02-29')],
      ['float', 1e20],
      ['lists', [[1n, [2n]], new Map([['a', []]])]],
    ]);
    expect(readYaml(writeYaml(value), new Conversion())).toEqual(value);
  });
});

describe('XML', () => {
  it('is written as it was read', () => {
    const text =
      '<?xml version="1.0" encoding="UTF-8"?>\n<a x="1 &amp; &quot;2&quot;">\n  <b>one</b>\n  <b/>\n  <c>&lt;</c>\n</a>\n';
    expect(writeXml(readXml(text, new Conversion()), new Conversion())).toBe(text);
  });
});

describe('INI', () => {
  it('has sections, values of several lines, and names without values', () => {
    const value = readIni('a = 1\n[b]\nc: 2\n\t3\n; note\nd\n', new Conversion());
    expect(value).toEqual(
      new Map<string, Value>([
        ['a', '1'],
        [
          'b',
          new Map([
            ['c', '2\n3'],
            ['d', null],
          ]),
        ],
      ]),
    );
    expect(writeIni(value, new Conversion())).toBe('a = 1\n\n[b]\nc = 2\n\t3\nd\n');
  });
});

describe('tablesOf', () => {
  it('takes the list inside the root element, and joins the names of nested maps by dots', () => {
    const value = json('{"root": {"item": [{"a": {"b": 1}}, {"c": [2]}]}}');
    expect(tablesOf(value, new Conversion())).toEqual([
      {
        name: 'item',
        columns: ['a.b', 'c'],
        rows: [
          [1n, null],
          [null, '[2]'],
        ],
      },
    ]);
  });
});
