import type { OptionSchema, OptionValue } from './formats.js';

/** A range is wide, if its ends are this many times apart: the middle of it is seldom a usual value. */
const WIDE = 200;

/** The valid value of a number that is nearest to one. */
function valid(value: number, { type, minimum, maximum, multipleOf }: OptionSchema): number {
  const step = multipleOf ?? (type === 'integer' ? 1 : 0.1);
  const stepped = Number((Math.round(value / step) * step).toFixed(3));
  return Math.min(
    maximum ?? Number.POSITIVE_INFINITY,
    Math.max(minimum ?? Number.NEGATIVE_INFINITY, stepped),
  );
}

/** One significant digit: 253 is 300. */
const rounded = (value: number): number => Number(value.toPrecision(1));

function exampleNumber(schema: OptionSchema): number {
  const { minimum = 0, maximum = minimum + WIDE, default: byDefault } = schema;
  const low = Math.max(minimum, 1);
  if (minimum >= 0 && maximum / low > WIDE) return valid(rounded(low * Math.cbrt(maximum / low)), schema);
  if (typeof byDefault !== 'number') return valid(rounded((minimum + maximum) / 2), schema);
  return valid((byDefault + (byDefault === maximum ? minimum : maximum)) / 2, schema);
}

/**
 * A valid value of an option that is not its default, made from its schema. A text has one in its declaration, since no value
 * can be made of a pattern.
 *
 * @returns undefined for an option of which none can be made; a test names it
 */
export function exampleOf(schema: OptionSchema): OptionValue | undefined {
  const { type, enum: words, examples: [given] = [], default: byDefault } = schema;
  if (given !== undefined) return given;
  if (words) return words.find((word) => word !== byDefault) ?? words[0];
  if (type === 'boolean') return byDefault !== true;
  return type === 'integer' || type === 'number' ? exampleNumber(schema) : undefined;
}
