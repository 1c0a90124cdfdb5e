/** A field of a CSV file as a cell. */
export type Cell =
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly text: string }
  /** `decimals` as written, so that 12.50 stays 12.50. */
  | { readonly kind: 'number'; readonly value: string; readonly decimals: number };

/**
 * No sign except minus, no leading zero, no exponent, no grouping: a form that every country reads the same, except for
 * the comma.
 */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.(\d+))?$/;
/** A double holds every number of this many digits exactly: IEEE 754, DBL_DIG. */
const EXACT_DIGITS = 15;

/**
 * Treats a field as a number only if this loses nothing. Codes with leading zeros, long digits, dates, `1,5`, `1e5`,
 * `+49` and text that looks like a formula stay text.
 */
export function cellOf(field: string): Cell {
  if (field === '') return { kind: 'empty' };
  const match = NUMBER.exec(field);
  const digits = field.replace(/[-.]/g, '');
  const isExact = match && digits.length <= EXACT_DIGITS && !/^-0(?:\.0*)?$/.test(field);
  return isExact
    ? { kind: 'number', value: field, decimals: match[1]?.length ?? 0 }
    : { kind: 'text', text: field };
}
