import { readFileSync } from 'node:fs';
import { type OptionLook, type Tried } from '@filemill/worker/proving';
import { expect } from '@jest/globals';
import { pdfText, textOf } from './shared.js';

const ENCODINGS: Readonly<Record<string, string>> = {
  'utf-8-bom': 'efbbbf',
  'utf-16le': 'fffe',
  'utf-16': 'fffe',
};
const seeEncoding = ({ value, result }: Tried): void => {
  const start = readFileSync(result.path).subarray(0, 3).toString('hex');
  const mark = ENCODINGS[`${value}`];
  if (mark) expect(start.startsWith(mark)).toBe(true);
  else expect(Object.values(ENCODINGS).filter((other) => start.startsWith(other))).toEqual([]);
};
const SEPARATORS: Readonly<Record<string, string>> = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' };

export const TABLES: Readonly<Record<string, OptionLook>> = {
  delimiter: {
    inputs: ['records.json', 'sheets.fods'],
    outputs: ['csv'],
    see: ({ value, result }) =>
      expect(/\w([^\w\r\n"])\w/.exec(textOf(result.path))?.[1]).toBe(SEPARATORS[`${value}`]),
  },
  encoding: { inputs: ['records.json', 'sheets.fods', 'in.srt', 'in.vtt'], see: seeEncoding },
  lineEnd: {
    inputs: ['nested.json', 'sheets.fods', 'rich.md'],
    outputs: ['yaml', 'xml', 'csv', 'rst', 'html'],
    see: ({ value, result }) => {
      const lines = textOf(result.path).split('\n').slice(0, -1);
      expect(lines.length).toBeGreaterThan(1);
      expect(lines.filter((line) => line.endsWith('\r') !== (value === 'crlf'))).toEqual([]);
    },
  },
  quote: {
    inputs: ['records.json', 'sheets.fods'],
    outputs: ['csv', 'tsv'],
    see: ({ value, result }) => expect(textOf(result.path).startsWith('"')).toBe(value === 'all'),
  },
  header: {
    inputs: ['records.json'],
    see: ({ value, result }) => expect(textOf(result.path).startsWith('b')).toBe(value),
  },
  headerRow: {
    inputs: ['numbers.csv'],
    outputs: ['json', 'jsonl'],
    see: ({ value, result, to }) => {
      const [text = ''] = to === 'json' ? [textOf(result.path)] : textOf(result.path).split('\n');
      const row: unknown = to === 'json' ? (JSON.parse(text) as unknown[])[0] : JSON.parse(text);
      // All cells are numbers, so that automatic finds no names.
      expect(Array.isArray(row)).toBe(value !== 'yes');
    },
  },
  indent: {
    inputs: ['nested.json', 'names.csv'],
    outputs: ['json', 'xml'],
    see: ({ value, result }) => {
      const text = textOf(result.path)
        .replace(/^<\?xml.*\?>\n?/, '')
        .trim();
      if (value === 0) expect(text).not.toContain('\n');
      else expect(/\n( +)/.exec(text)?.[1]?.length).toBe(value);
    },
  },
  records: {
    inputs: ['names.csv'],
    see: ({ value, result, to }) => {
      const [first = ''] = textOf(result.path).split('\n');
      const row: unknown =
        to === 'json' ? (JSON.parse(textOf(result.path)) as unknown[])[0] : JSON.parse(first);
      expect(Array.isArray(row)).toBe(value === 'arrays');
    },
  },
  sheet: {
    inputs: ['sheets.fods', 'two.json'],
    outputs: ['csv', 'tsv', 'pdf', 'json'],
    values: [1, 2, 1_000],
    refuses: (value) => value === 1_000,
    see: ({ value, result, to }) => {
      expect(result.outputs).toHaveLength(1);
      const text = to === 'pdf' ? pdfText(result.path) : textOf(result.path);
      expect(['11', '22'].filter((cell) => text.includes(cell))).toEqual([`${value}${value}`]);
    },
  },
  sortKeys: {
    inputs: ['flat.json'],
    outputs: ['yaml', 'toml', 'xml', 'plist', 'jsonl', 'ini'],
    see: ({ value, result }) => {
      const text = textOf(result.path);
      expect(text.search(/\bm\b/) < text.search(/\bz\b/)).toBe(value);
    },
  },
  yamlStyle: {
    inputs: ['nested.json', 'names.csv'],
    see: ({ value, result }) =>
      expect(textOf(result.path).trim().split('\n').length === 1).toBe(value === 'flow'),
  },
};
