import { invalidParameter } from './faults.ts';
import type { FormFields, FormValue } from './form.ts';

/** Rules for parameters; each reads a value of `parseForm`. An empty text clears a field: null. */

/** The rule for one parameter. */
export interface Rule<T> {
  readonly required: boolean;
  /** The rules for its parts, if it has some. */
  readonly shape?: Shape;
  /** @throws {StripeFault} 400 for a wrong value */
  parse(value: FormValue, name: string): T;
}

/** The rule for a parameter that must be given. */
export interface RequiredRule<T> extends Rule<T> {
  readonly required: true;
}

/** Rules by parameter. */
export type Shape = Readonly<Record<string, Rule<unknown>>>;

type RequiredNames<S extends Shape> = {
  [Name in keyof S]: S[Name] extends RequiredRule<unknown> ? Name : never;
}[keyof S];
/** The type of a parameter that a rule has read. */
export type ValueOf<R> = R extends Rule<infer T> ? T : never;

/** Parameters that were read by their rules. */
export type Parsed<S extends Shape> = { [Name in RequiredNames<S>]: ValueOf<S[Name]> } & {
  [Name in Exclude<keyof S, RequiredNames<S>>]?: ValueOf<S[Name]>;
};

/** A parameter that must be given. */
export const required = <T>(rule: Rule<T>): RequiredRule<T> => ({ ...rule, required: true });

/** A text of at most `max` characters. */
export const text = ({ max = 5000 } = {}): Rule<string | null> => ({
  required: false,
  parse(value, name) {
    if (typeof value !== 'string') throw invalidParameter('Invalid string', name);
    if (value.length > max)
      throw invalidParameter(
        `Invalid string: must be at most ${max} characters`,
        name,
        'parameter_invalid_string',
      );
    return value === '' ? null : value;
  },
});

/** A text that must be given and not be empty. */
export const requiredText = (options: { max?: number } = {}): RequiredRule<string> => ({
  required: true,
  parse(value, name) {
    const read = text(options).parse(value, name);
    if (read === null)
      throw invalidParameter(`You passed an empty string for '${name}'.`, name, 'parameter_invalid_empty');
    return read;
  },
});

/** An absolute http or https address. */
export const webAddress = (): Rule<string> => ({
  required: false,
  parse(value, name) {
    if (typeof value !== 'string' || !URL.canParse(value) || !/^https?:/.test(value))
      throw invalidParameter('Not a valid URL', name, 'url_invalid');
    return value;
  },
});

/** A whole number within bounds. */
export const integer = ({ min = 0, max = 99_999_999 } = {}): Rule<number> => ({
  required: false,
  parse(value, name) {
    if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value))
      throw invalidParameter(`Invalid integer: ${value}`, name, 'parameter_invalid_integer');
    const number = Number(value);
    if (number < min) throw invalidParameter(`This value must be greater than or equal to ${min}.`, name);
    if (number > max) throw invalidParameter(`This value must be less than or equal to ${max}.`, name);
    return number;
  },
});

/** An instant in Unix seconds. */
export const instant = (): Rule<number> => integer({ max: 99_999_999_999 });

/** `true` or `false`. */
export const flag = (): Rule<boolean> => ({
  required: false,
  parse(value, name) {
    if (value !== 'true' && value !== 'false') throw invalidParameter(`Invalid boolean: ${value}`, name);
    return value === 'true';
  },
});

/** One of some words. */
export const oneOf = <Word extends string>(words: readonly Word[]): Rule<Word> => ({
  required: false,
  parse(value, name) {
    const word = words.find((allowed) => allowed === value);
    if (word === undefined)
      throw invalidParameter(`Invalid ${name}: must be one of ${words.join(', ')}`, name);
    return word;
  },
});

/** A list of at most `max` elements. */
export const list = <T>(item: Rule<T>, { max = 100 } = {}): Rule<T[]> => ({
  required: false,
  shape: item.shape,
  parse(value, name) {
    if (typeof value !== 'object') throw invalidParameter('Invalid array', name);
    const entries = Object.entries(value);
    if (entries.length > max) throw invalidParameter(`Array must have at most ${max} elements`, name);
    return entries.map(([key, entry]) => item.parse(entry, `${name}[${key}]`));
  },
});

/** A parameter with parts. */
export const object = <S extends Shape>(shape: S): Rule<Parsed<S>> => ({
  required: false,
  shape,
  parse(value, name) {
    if (typeof value !== 'object') throw invalidParameter('Invalid object', name);
    return parseParams(shape, value, name);
  },
});

/** Keys and texts; a key with an empty text is to be removed: null. An empty text instead of keys removes all. */
export const metadata = (): Rule<Record<string, string | null> | null> => ({
  required: false,
  parse(value, name) {
    if (value === '') return null;
    if (typeof value !== 'object') throw invalidParameter('Invalid object', name);
    const key = requiredText({ max: 40 });
    const entry = text({ max: 500 });
    return Object.fromEntries(
      Object.entries(value).map(([k, v]) => [key.parse(k, name), entry.parse(v, `${name}[${k}]`)]),
    );
  },
});

const BOUNDS = { gt: instant(), gte: instant(), lt: instant(), lte: instant() };

/** An instant, or bounds for it. */
export const range = (): Rule<Parsed<typeof BOUNDS>> => ({
  required: false,
  shape: BOUNDS,
  parse(value, name) {
    if (typeof value === 'object') return parseParams(BOUNDS, value, name);
    const at = instant().parse(value, name);
    return { gte: at, lte: at };
  },
});

/** The parameters of a call that lists, besides its own filters. */
export const paging = {
  limit: integer({ min: 1, max: 100 }),
  starting_after: text(),
  ending_before: text(),
};

/**
 * Reads parameters by their rules.
 *
 * @param prefix - the name of the parameter whose parts they are
 * @throws {StripeFault} 400 for one that is unknown, missing or wrong
 */
export function parseParams<S extends Shape>(shape: S, raw: FormFields, prefix = ''): Parsed<S> {
  const nameOf = (key: string) => (prefix === '' ? key : `${prefix}[${key}]`);
  for (const key of Object.keys(raw))
    if (!Object.hasOwn(shape, key))
      throw invalidParameter(`Received unknown parameter: ${nameOf(key)}`, nameOf(key), 'parameter_unknown');
  const parsed: Record<string, unknown> = {};
  for (const [key, rule] of Object.entries(shape)) {
    const name = nameOf(key);
    if (raw[key] !== undefined) parsed[key] = rule.parse(raw[key], name);
    else if (rule.required)
      throw invalidParameter(`Missing required param: ${name}.`, name, 'parameter_missing');
  }
  // Each value has the type of its rule, which the compiler cannot follow through the loop.
  return parsed as Parsed<S>;
}
