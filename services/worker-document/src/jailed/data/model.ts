import type { LossCode, TableTextOptions } from '@filemill/formats';

/**
 * What every format of data is read into and written from. Integers are `bigint` and other numbers `number`, so that 1 and
 * 1.0 stay apart and no integer is rounded. A map keeps the order of its keys.
 */
export type Value =
  | null
  | boolean
  | bigint
  | number
  | string
  | Moment
  | Uint8Array
  | readonly Value[]
  | ValueMap;

/** Names and their values. */
export type ValueMap = ReadonlyMap<string, Value>;

/** A date or time as text: RFC 3339 for an instant, and the same without offset, time or date for the others. */
export class Moment {
  constructor(
    readonly kind: 'instant' | 'local' | 'date' | 'time',
    readonly text: string,
  ) {}

  /** An instant; without the milliseconds if there are none. */
  static ofDate(date: Date): Moment {
    if (Number.isNaN(date.getTime())) throw new Refused('corrupt', 'a date is out of range');
    return new Moment('instant', date.toISOString().replace('.000Z', 'Z'));
  }
}

/** What the user wants of a writer or a reader; each knows some of them. */
export interface DataOptions extends TableTextOptions {
  readonly header?: boolean;
  readonly indent?: number;
  readonly sortKeys?: boolean;
  readonly records?: 'objects' | 'arrays';
  readonly yamlStyle?: 'block' | 'flow';
  readonly headerRow?: 'auto' | 'yes' | 'no';
  /** Numbers of CSV or TSV keep their form, because the output is text, too: 1.50 does not become 1.5. */
  readonly asWritten?: boolean;
}

/** Why data are refused; the engine has an error for each. */
export type Refusal = 'corrupt' | 'large' | 'deep' | 'key' | 'columns' | 'empty' | 'sheet';

/** Ends a conversion. */
export class Refused extends Error {
  constructor(
    readonly reason: Refusal,
    detail = '',
  ) {
    super(detail);
  }
}

/** More levels than any real file has; recursion needs far less than the stack. */
const MAX_DEPTH = 200;
/** All values of a file, with those that aliases repeat: about a gigabyte of memory. */
const MAX_VALUES = 4_000_000;

/** What one conversion has read, and what its output lacks. */
export class Conversion {
  private values = 0;
  private duplicates = 0;
  private readonly codes = new Set<LossCode>();

  /** Call once for each value. @throws {Refused} if there are too many, or they are nested too deeply */
  count(depth: number): void {
    if (depth > MAX_DEPTH) throw new Refused('deep');
    if (++this.values > MAX_VALUES) throw new Refused('large');
  }

  /** Adds a value to a map; the last one of a name counts. @throws {Refused} for a name that programs confuse */
  put(map: Map<string, Value>, name: string, value: Value): void {
    if (name === '__proto__') throw new Refused('key');
    if (map.has(name)) this.duplicates++;
    map.set(name, value);
  }

  lose(code: LossCode): void {
    this.codes.add(code);
  }

  /** One line for each loss, with its count if it has one. */
  get losses(): string[] {
    const lines = [...this.codes].map((code) => `loss ${code}`);
    return this.duplicates > 0 ? [...lines, `loss duplicates_dropped ${this.duplicates}`] : lines;
  }
}

export const isMap = (value: Value): value is ValueMap => value instanceof Map;
export const isList = (value: Value): value is readonly Value[] => Array.isArray(value);
export const isBytes = (value: Value): value is Uint8Array => value instanceof Uint8Array;

/** Everything except maps and lists. */
export type Scalar = Exclude<Value, readonly Value[] | ValueMap>;
export const isScalar = (value: Value): value is Scalar => !isMap(value) && !isList(value);

/** A number with a mark that it is none of the integers, as JSON, YAML and TOML write it. */
export function floatText(value: number): string {
  const text = Object.is(value, -0) ? '-0' : String(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/** A value in a format that holds only text. */
export function scalarText(value: Scalar): string {
  if (value === null) return '';
  if (value instanceof Moment) return value.text;
  if (isBytes(value)) return Buffer.from(value).toString('base64');
  return typeof value === 'number' ? floatText(value) : String(value);
}

/** Longer integers are no numbers but an attack on what parses them; Python has the same limit. */
const MAX_DIGITS = 4_300;

/** An integer or a number, from its text. */
export function numberOf(text: string): bigint | number {
  if (text.length > MAX_DIGITS) throw new Refused('corrupt', 'a number is too long');
  return /^[-+]?\d+$/.test(text) ? BigInt(text.replace('+', '')) : Number(text);
}

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;
/** Whether an integer has at most 64 bits with its sign. */
export const isInt64 = (value: bigint): boolean => value >= MIN_INT64 && value <= MAX_INT64;
