import {
  type Conversion,
  type DataOptions,
  floatText,
  isList,
  isMap,
  numberOf,
  Refused,
  type Scalar,
  scalarText,
  type Value,
  type ValueMap,
} from './model.js';

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /-?[A-Za-z]+/y;
const WORDS: Readonly<Record<string, Value>> = {
  ...{ true: true, false: false, null: null },
  // Python writes these.
  ...{ NaN: Number.NaN, Infinity: Number.POSITIVE_INFINITY, '-Infinity': Number.NEGATIVE_INFINITY },
};

/**
 * Reads JSON, RFC 8259, and the comments and last commas of settings files. `JSON.parse` would round integers, change the
 * order of keys that are numbers and hide repeated keys.
 */
export class JsonReader {
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly conversion: Conversion,
  ) {}

  /** The only value of the text. */
  read(): Value {
    const value = this.value(0);
    if (this.skip() !== '') throw this.unexpected();
    return value;
  }

  private value(depth: number): Value {
    this.conversion.count(depth);
    const start = this.skip();
    if (start === '{') return this.map(depth);
    if (start === '[') return this.list(depth);
    if (start === '"') return this.string();
    const number = this.match(NUMBER);
    if (number !== undefined) return this.number(number);
    const word = WORDS[this.match(WORD) ?? ''];
    if (word === undefined) throw this.unexpected();
    return word;
  }

  /** A number beyond the range of doubles stays text. */
  private number(text: string): Value {
    const number = numberOf(text);
    if (typeof number === 'bigint' || Number.isFinite(number)) return number;
    this.conversion.lose('value_types_dropped');
    return text;
  }

  private map(depth: number): Value {
    const map = new Map<string, Value>();
    this.at++;
    while (this.skip() !== '}') {
      if (this.skip() !== '"') throw this.unexpected();
      const name = this.string();
      if (this.skip() !== ':') throw this.unexpected();
      this.at++;
      this.conversion.put(map, name, this.value(depth + 1));
      if (!this.comma('}')) break;
    }
    this.at++;
    return map;
  }

  private list(depth: number): Value {
    const list: Value[] = [];
    this.at++;
    while (this.skip() !== ']') {
      list.push(this.value(depth + 1));
      if (!this.comma(']')) break;
    }
    this.at++;
    return list;
  }

  /** @returns whether more may follow */
  private comma(end: string): boolean {
    const next = this.skip();
    if (next === end) return false;
    if (next !== ',') throw this.unexpected();
    this.at++;
    return true;
  }

  private string(): string {
    let end = this.at + 1;
    for (let code = this.text.charCodeAt(end); code !== 34; code = this.text.charCodeAt(end)) {
      if (Number.isNaN(code)) throw this.unexpected();
      end += code === 92 ? 2 : 1;
    }
    const token = this.text.slice(this.at, end + 1);
    try {
      const text = JSON.parse(token) as string;
      this.at = end + 1;
      return text;
    } catch {
      throw this.unexpected();
    }
  }

  /** Skips white space and comments. @returns the next character; empty at the end */
  private skip(): string {
    this.match(SPACE);
    while (this.text[this.at] === '/') {
      this.skipComment();
      this.match(SPACE);
    }
    return this.text[this.at] ?? '';
  }

  private skipComment(): void {
    const isLine = this.text[this.at + 1] === '/';
    if (!isLine && this.text[this.at + 1] !== '*') throw this.unexpected();
    const end = this.text.indexOf(isLine ? '\n' : '*/', this.at + 2);
    if (end < 0 && !isLine) throw this.unexpected();
    this.at = end < 0 ? this.text.length : end + (isLine ? 1 : 2);
    this.conversion.lose('comments_dropped');
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }

  private unexpected(): Refused {
    const line = this.text.slice(0, this.at).split('\n').length;
    return new Refused('corrupt', `line ${line} is not JSON`);
  }
}

/** A value as a JavaScript program would print it, for one cell of a table or one line. */
export const jsonLine = (value: Value, conversion: Conversion): string => write(value, conversion, '', '');

/** Pretty-printed JSON. @param options - `indent`: spaces of each level, 0 for one line */
export const writeJson = (value: Value, conversion: Conversion, { indent = 2 }: DataOptions = {}): string =>
  `${write(value, conversion, ' '.repeat(indent), indent === 0 ? '' : '\n')}\n`;

function write(value: Value, conversion: Conversion, step: string, newLine: string): string {
  const separator = step === '' ? ':' : ': ';
  const parts: string[] = [];
  const writeBlock = (
    entries: Iterable<readonly [prefix: string, item: Value]>,
    close: string,
    indent: string,
  ): void => {
    let isEmpty = true;
    for (const [prefix, item] of entries) {
      parts.push(isEmpty ? '' : ',', newLine, indent, step, prefix);
      writeValue(item, indent + step);
      isEmpty = false;
    }
    parts.push(isEmpty ? '' : newLine + indent, close);
  };
  const writeValue = (each: Value, indent: string): void => {
    if (isMap(each)) {
      parts.push('{');
      writeBlock(namedEntries(each, separator), '}', indent);
    } else if (isList(each)) {
      parts.push('[');
      writeBlock(unnamedEntries(each), ']', indent);
    } else parts.push(jsonScalar(each as Scalar, conversion));
  };
  writeValue(value, '');
  return parts.join('');
}

function* namedEntries(map: ValueMap, separator: string): Generator<[string, Value]> {
  for (const [name, item] of map) yield [JSON.stringify(name) + separator, item];
}

function* unnamedEntries(list: readonly Value[]): Generator<[string, Value]> {
  for (const item of list) yield ['', item];
}

function jsonScalar(value: Scalar, conversion: Conversion): string {
  if (typeof value === 'number' && Number.isFinite(value)) return floatText(value);
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value !== 'string') conversion.lose('value_types_dropped');
  return JSON.stringify(scalarText(value));
}

/** One JSON value a line. */
export function readJsonLines(text: string, conversion: Conversion): Value {
  const list: Value[] = [];
  for (const line of text.split('\n'))
    if (line.trim() !== '') list.push(new JsonReader(line, conversion).read());
  return list;
}

/** A list as one line for each of its values; anything else as one line. */
export const writeJsonLines = (value: Value, conversion: Conversion): string =>
  (isList(value) ? value : [value]).map((item) => `${jsonLine(item, conversion)}\n`).join('');
