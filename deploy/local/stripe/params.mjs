import { invalidParameter } from './faults.mjs';

/** Rules for parameters; each reads what `parseForm` made of one. An empty text clears a field: null. */

/** A text; `max` characters. */
export const text = ({ required = false, max = 5000 } = {}) => ({
  required,
  parse(value, name) {
    if (typeof value !== 'string') throw invalidParameter('Invalid string', name);
    if (value === '' && required)
      throw invalidParameter(`You passed an empty string for '${name}'.`, name, 'parameter_invalid_empty');
    if (value.length > max)
      throw invalidParameter(
        `Invalid string: must be at most ${max} characters`,
        name,
        'parameter_invalid_string',
      );
    return value === '' ? null : value;
  },
});

/** An absolute http or https address. */
export const webAddress = (options) => ({
  ...text(options),
  parse(value, name) {
    if (!URL.canParse(value) || !/^https?:/.test(value))
      throw invalidParameter('Not a valid URL', name, 'url_invalid');
    return value;
  },
});

/** A whole number within bounds. */
export const integer = ({ required = false, min = 0, max = 99_999_999 } = {}) => ({
  required,
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
export const instant = (options) => integer({ max: 99_999_999_999, ...options });

export const flag = () => ({
  required: false,
  parse(value, name) {
    if (value !== 'true' && value !== 'false') throw invalidParameter(`Invalid boolean: ${value}`, name);
    return value === 'true';
  },
});

/** One of some words. */
export const oneOf = (words, { required = false } = {}) => ({
  required,
  parse(value, name) {
    if (!words.includes(value))
      throw invalidParameter(`Invalid ${name}: must be one of ${words.join(', ')}`, name);
    return value;
  },
});

export const list = (item, { required = false, max = 100 } = {}) => ({
  required,
  shape: item.shape,
  parse(value, name) {
    if (typeof value !== 'object') throw invalidParameter('Invalid array', name);
    const entries = Object.entries(value);
    if (entries.length > max) throw invalidParameter(`Array must have at most ${max} elements`, name);
    return entries.map(([key, entry]) => item.parse(entry, `${name}[${key}]`));
  },
});

export const object = (shape, { required = false } = {}) => ({
  required,
  shape,
  parse(value, name) {
    if (typeof value !== 'object') throw invalidParameter('Invalid object', name);
    return parseParams(shape, value, name);
  },
});

/** Keys and texts; a key with an empty text is to be removed: null. */
export const metadata = () => ({
  required: false,
  parse(value, name) {
    if (value === '') return null;
    if (typeof value !== 'object') throw invalidParameter('Invalid object', name);
    const key = text({ required: true, max: 40 });
    const entry = text({ max: 500 });
    return Object.fromEntries(
      Object.entries(value).map(([k, v]) => [key.parse(k, name), entry.parse(v, `${name}[${k}]`)]),
    );
  },
});

/** An instant, or bounds for it. */
export const range = () => {
  const bounds = { gt: instant(), gte: instant(), lt: instant(), lte: instant() };
  return {
    required: false,
    shape: bounds,
    parse(value, name) {
      if (typeof value === 'object') return parseParams(bounds, value, name);
      const at = instant().parse(value, name);
      return { gte: at, lte: at };
    },
  };
};

/** What a call that lists takes besides its own filters. */
export const paging = () => ({
  limit: integer({ min: 1, max: 100 }),
  starting_after: text(),
  ending_before: text(),
});

/**
 * Reads parameters by their rules.
 *
 * @throws {StripeFault} 400 for one that is unknown, missing or wrong
 */
export function parseParams(shape, raw, prefix = '') {
  const nameOf = (key) => (prefix === '' ? key : `${prefix}[${key}]`);
  for (const key of Object.keys(raw))
    if (!Object.hasOwn(shape, key))
      throw invalidParameter(`Received unknown parameter: ${nameOf(key)}`, nameOf(key), 'parameter_unknown');
  const parsed = {};
  for (const [key, rule] of Object.entries(shape)) {
    const name = nameOf(key);
    if (raw[key] !== undefined) parsed[key] = rule.parse(raw[key], name);
    else if (rule.required)
      throw invalidParameter(`Missing required param: ${name}.`, name, 'parameter_missing');
  }
  return parsed;
}
