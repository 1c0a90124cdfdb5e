import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { AppError } from '@filemill/errors';
import { type Converter, createConverter, ofToday } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEngine as createData } from '../src/engines/data.engine.js';
import { createEngine as createSubtitles } from '../src/engines/subtitles.engine.js';

const MB = 1024 ** 2;
/** A refusal takes a second or two; this leaves room for a busy machine. */
const SOON_MS = 150_000;
/** Of a list of large files, others each day. */
const LARGE_A_DAY = 3;

let converter: Converter;
beforeAll(async () => {
  converter = await createConverter([createData, createSubtitles], { slots: 2 });
});
afterAll(() => converter.close());

/** The code of the refusal, or the text of the output. */
async function outcome(content: Buffer | string, from: string, to: string): Promise<string> {
  const startedAt = performance.now();
  const result = await converter.convertBytes(Buffer.from(content as string), { from, to }).then(
    ({ outputs }) => readFileSync(outputs[0]?.path ?? '', 'utf8'),
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
  expect(performance.now() - startedAt).toBeLessThan(SOON_MS);
  return result;
}

const deep = (open: string, close: string, levels = 100_000): string =>
  open.repeat(levels) + close.repeat(levels);

/** Nine aliases on each of nine lines: 9⁹ values. */
const ALIASES = Array.from({ length: 9 }, (_, index) => {
  const item = index === 0 ? 'x' : `*a${index - 1}`;
  return `a${index}: &a${index} [${Array.from({ length: 9 }, () => item).join(', ')}]`;
}).join('\n');

const ENTITIES = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">${Array.from(
  { length: 9 },
  (_, index) => `<!ENTITY ${'bcdefghij'[index]} "${`&${'abcdefghi'[index]};`.repeat(10)}">`,
).join('')}]><a>&j;</a>`;

const OUTSIDE = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>';

/** The header of a list with this many values, and nothing in it. */
const messagePackList = (length: number): Buffer => {
  const header = Buffer.alloc(5, 0xdd);
  header.writeUInt32BE(length, 1);
  return header;
};

/** Lists of one value in each other, and in the last one the number 1. @param list - the mark of such a list */
const packedLists = (list: number): Buffer => Buffer.concat([Buffer.alloc(100_000, list), Buffer.from([1])]);

describe('data that need too much', () => {
  it.each([
    ['lists in lists', 'json', 'FILE_TOO_LARGE', deep('[', ']')],
    ['lists in lists', 'yaml', 'FILE_TOO_LARGE', deep('[', ']')],
    ['lists in lists', 'toml', 'FILE_CORRUPT', `a = ${deep('[', ']')}`],
    ['maps in maps', 'json', 'FILE_TOO_LARGE', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['elements in elements', 'xml', 'FILE_TOO_LARGE', `<?xml version="1.0"?>${deep('<a>', '</a>')}`],
    [
      'lists in lists',
      'plist',
      'FILE_TOO_LARGE',
      `<?xml version="1.0"?><plist>${deep('<array>', '</array>')}</plist>`,
    ],
    [
      'indented maps',
      'yaml',
      'FILE_TOO_LARGE',
      Array.from({ length: 2_000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
    ],
    ['aliases that multiply', 'yaml', 'FILE_TOO_LARGE', ALIASES],
    ['an alias of itself', 'yaml', 'FILE_TOO_LARGE', 'a: &a [*a]\n'],
    ['many values', 'json', 'FILE_TOO_LARGE', `[${'1,'.repeat(25 * MB)}1]`],
    ['many values', 'yaml', 'FILE_TOO_LARGE', `[${'1,'.repeat(5 * MB)}1]`],
    ['many cells', 'csv', 'FILE_TOO_LARGE', ','.repeat(50 * MB)],
    ['lists in lists', 'msgpack', 'FILE_TOO_LARGE', packedLists(0x91)],
    ['lists in lists', 'cbor', 'FILE_TOO_LARGE', packedLists(0x81)],
  ])('are refused: %s in %s', async (_, from, code, content) => {
    const to = from === 'xml' || from === 'plist' ? 'json' : 'xml';
    expect(await outcome(content, from, to)).toBe(code);
  });

  const LINES = [
    ['csv', 'x'],
    ['ini', 'x'],
    ['tsv', '"'],
    ['jsonl', '['],
    ['toml', 'x'],
    ['json', '"'],
    ['xml', '<'],
  ] as const;
  it.each(ofToday(LINES, LARGE_A_DAY))('end soon if 50 MB are one line: %s', async (from, character) => {
    const result = await outcome(Buffer.alloc(50 * MB, character), from, from === 'json' ? 'xml' : 'json');
    expect(result).not.toMatch(/^ENGINE/);
  });

  it('are refused if a list declares more values than the file has', async () => {
    expect(await outcome(messagePackList(2 ** 32 - 1), 'msgpack', 'json')).toBe('FILE_CORRUPT');
    expect(await outcome(Buffer.from('9bffffffffffffffff', 'hex'), 'cbor', 'json')).toBe('FILE_CORRUPT');
  });
});

describe('data that would change a program', () => {
  it.each([
    ['json', '{"__proto__": {"polluted": 1}}'],
    ['jsonl', '{"a": {"__proto__": 1}}\n'],
    ['yaml', '__proto__: {polluted: 1}\n'],
    ['toml', '__proto__.polluted = 1\n'],
    ['xml', '<?xml version="1.0"?><a><__proto__>1</__proto__></a>'],
    ['plist', '<?xml version="1.0"?><plist><dict><key>__proto__</key><true/></dict></plist>'],
    ['ini', '[__proto__]\npolluted = 1\n'],
    ['csv', '__proto__,b\n1,2\n'],
    ['msgpack', Buffer.from('81a95f5f70726f746f5f5f01', 'hex')],
    ['cbor', Buffer.from('a1695f5f70726f746f5f5f01', 'hex')],
  ])('are refused if a name is __proto__: %s', async (from, content) => {
    expect(await outcome(content, from, from === 'json' ? 'yaml' : 'json')).toBe('FILE_CORRUPT');
  });

  it('keep names such as constructor', async () => {
    const text = '{"constructor": {"prototype": 1}, "hasOwnProperty": 2, "toString": 3}';
    for (const to of ['yaml', 'toml', 'msgpack', 'bson', 'plist', 'xml', 'csv'])
      expect(await outcome(text, 'json', to)).toContain('hasOwnProperty');
  });
});

describe('data that name other files or declare text', () => {
  it('are refused if entities of XML are declared, in data and in subtitles', async () => {
    for (const text of [ENTITIES, OUTSIDE]) expect(await outcome(text, 'xml', 'json')).toBe('FILE_CORRUPT');
    const subtitle = OUTSIDE.replaceAll('<a>', '<tt>')
      .replaceAll('</a>', '</tt>')
      .replace('DOCTYPE a', 'DOCTYPE tt');
    expect(await outcome(subtitle, 'ttml', 'srt')).toBe('FILE_CORRUPT');
  });

  it('run no tag of YAML', async () => {
    const result = await outcome(
      'a: !!python/object/apply:os.system ["touch /tmp/x"]\nb: !!js/function "x"\n',
      'yaml',
      'json',
    );
    expect(JSON.parse(result)).toEqual({ a: ['touch /tmp/x'], b: 'x' });
  });
});

describe('data that are invalid', () => {
  const NOISE = Buffer.from(Array.from({ length: 20_000 }, (_, index) => 128 + ((index * 7919) % 128)));
  it.each(['json', 'jsonl', 'toml', 'xml', 'plist', 'msgpack', 'cbor', 'bson', 'sqlite', 'parquet'])(
    'are refused if the bytes are noise: %s',
    async (from) => {
      const code = await outcome(NOISE, from, from === 'json' ? 'xml' : 'json');
      expect(['FILE_CORRUPT', 'UNSUPPORTED_FORMAT']).toContain(code);
    },
  );

  it('are one text if the bytes are noise and the format takes any text', async () => {
    expect(JSON.parse(await outcome(NOISE, 'yaml', 'json'))).toHaveLength(NOISE.length);
  });

  it('are refused if a database or a table is cut', async () => {
    expect(await outcome(`SQLite format 3\0${'x'.repeat(5_000)}`, 'sqlite', 'json')).toBe('FILE_CORRUPT');
    expect(await outcome(`PAR1${'x'.repeat(5_000)}PAR1`, 'parquet', 'json')).toBe('FILE_CORRUPT');
    expect(await outcome(Buffer.concat([Buffer.from('bplist00'), gzipSync('x')]), 'plist', 'json')).toBe(
      'FILE_CORRUPT',
    );
  });

  it('keep the letters of bytes that are not UTF-8', async () => {
    expect(JSON.parse(await outcome(Buffer.from('a = caf\xe9\n', 'latin1'), 'ini', 'json'))).toEqual({
      a: 'café',
    });
  });
});

describe('subtitles', () => {
  const CUE = '1\n00:00:01,000 --> 00:00:02,000\n';
  it.each([
    ['without any', 'srt', 'only words\n'.repeat(1_000)],
    ['without any', 'vtt', 'WEBVTT\n\n'],
    ['that are noise', 'microdvd', Buffer.alloc(10_000, 0xb1)],
    ['without any', 'sbv', '\n'.repeat(MB)],
  ])('%s are refused: %s', async (_, from, content) => {
    expect(['FILE_CORRUPT', 'UNSUPPORTED_FORMAT']).toContain(await outcome(content, from, 'ttml'));
  });

  const LONG_LINES: readonly (readonly [from: string, content: string])[] = [
    ['srt', `${CUE}${'x'.repeat(50 * MB)}`],
    ['srt', `${CUE}${'<'.repeat(20 * MB)}`],
    ['srt', `${CUE}${'{\\'.repeat(10 * MB)}`],
    ['srt', CUE.repeat(250_000)],
    ['vtt', `WEBVTT\n\n00:01.000 --> 00:02.000\n${'&'.repeat(20 * MB)}`],
    ['lrc', '[00:01.00]'.repeat(MB)],
    ['microdvd', `{1}{50}${'x'.repeat(50 * MB)}`],
    ['ass', `[Script Info]\n${'Dialogue: 0,'.repeat(MB)}`],
    ['smi', `<SAMI>${'<SYNC Start=1>'.repeat(MB)}`],
  ];
  it.each(ofToday(LONG_LINES, LARGE_A_DAY))('of one long line end soon: %s', async (from, content) => {
    const result = await outcome(content, from, 'sbv');
    expect(result).not.toMatch(/^ENGINE/);
  });

  it('take nothing from other files', async () => {
    const text =
      'WEBVTT\n\nSTYLE\n@import url(file:///etc/passwd);\n\n00:01.000 --> 00:02.000\nharmless <img src="/etc/passwd">\n';
    const result = await outcome(text, 'vtt', 'srt');
    expect(result).toContain('harmless');
    expect(result).not.toContain('root:x:0');
  });
});
