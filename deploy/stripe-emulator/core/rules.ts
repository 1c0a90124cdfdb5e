import { invalidParameter } from './faults.ts';
import { type Parsed, parseParams, type RequiredRule, type Rule, type Shape } from './params.ts';

/** Rules for parameters. An empty text clears a field: null. */

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
