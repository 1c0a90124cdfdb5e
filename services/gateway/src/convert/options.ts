import { quality as qualitySchema } from '@filemill/api';
import { AppError, type ErrorParams } from '@filemill/errors';
import { type FormatSpec, optionsOfRoute, type Route } from '@filemill/formats';
import { z } from 'zod';

const objectSchema = z.record(z.string(), z.unknown());

/**
 * Checks the caller's settings against the schema of the route; `strict` is one of every output,
 * and refuses a damaged file. The field `quality` is the option of that name; where the output has none it is refused,
 * because a setting without effect misleads.
 *
 * @param optionsText - JSON object, absent for none
 * @param qualityText - whole number from 1 to 100, absent for the default
 * @returns the options that were given; the worker fills in the defaults of the others
 * @throws {AppError} OPTION_INVALID with the field and its rule
 */
export function parseOptions(
  route: Route,
  optionsText: string | undefined,
  qualityText: string | undefined,
): Record<string, unknown> {
  return parseOptionsOf(optionsOfRoute(route), route.output, optionsText, qualityText);
}

/**
 * As {@link parseOptions}, for a schema that is not that of one route.
 *
 * @throws {AppError} OPTION_INVALID
 */
export function parseOptionsOf(
  schema: z.ZodObject,
  output: FormatSpec,
  optionsText: string | undefined,
  qualityText: string | undefined,
): Record<string, unknown> {
  const { strict = false, ...given } = givenOptions(optionsText, qualityText);
  if (typeof strict !== 'boolean') throw invalid('strict', 'true or false');
  const result = schema.safeParse(given);
  if (result.success) {
    const chosen = Object.entries(result.data).filter(([name]) => Object.hasOwn(given, name));
    return { ...Object.fromEntries(chosen), ...(strict && { strict }) };
  }
  const issue = result.error.issues[0];
  if (issue?.code === 'unrecognized_keys') {
    throw invalid(issue.keys[0] ?? 'options', `not an option of ${output.id}`);
  }
  const field = issue?.path.join('.') || 'options';
  throw invalid(
    field,
    issue?.message ?? 'not valid',
    undefined,
    allowedFor(schema.shape[field], given[field]),
  );
}

/** What a number or a choice may be, for the answer: its bounds or values, and the valid value nearest to the given one. */
function allowedFor(schema: z.ZodType | undefined, given: unknown): ErrorParams {
  if (!schema) return {};
  const { minimum, maximum, multipleOf, enum: values, type } = z.toJSONSchema(schema, { io: 'input' });
  const allowed = { minimum, maximum, multipleOf, values };
  if (typeof given !== 'number' || !Number.isFinite(given)) return { allowed };
  if (values) {
    const numbers = values.filter((value) => typeof value === 'number');
    const nearest = numbers.toSorted((a, b) => Math.abs(a - given) - Math.abs(b - given))[0];
    return { allowed, nearest };
  }
  if (type !== 'integer' && type !== 'number') return { allowed };
  const step = multipleOf ?? (type === 'integer' ? 1 : 0);
  const stepped = step > 0 ? Math.round(given / step) * step : given;
  const nearest = Math.min(
    maximum ?? Number.POSITIVE_INFINITY,
    Math.max(minimum ?? Number.NEGATIVE_INFINITY, stepped),
  );
  return { allowed, nearest };
}

/**
 * The caller's settings, not yet validated for an output.
 *
 * @throws {AppError} OPTION_INVALID if they are not a JSON object, or for an invalid quality
 */
export function givenOptions(
  optionsText: string | undefined,
  qualityText: string | undefined,
): Record<string, unknown> {
  const given = { ...parseObject(optionsText) };
  if (qualityText === undefined) return given;
  if ('quality' in given) throw invalid('quality', 'given twice');
  return { ...given, quality: parseQuality(qualityText) };
}

function parseObject(text: string | undefined): Record<string, unknown> {
  if (text === undefined || text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    // The one name that the schemas drop silently instead of refusing it.
    if (Object.hasOwn(Object(value), '__proto__')) throw new TypeError('__proto__ among the options');
    return objectSchema.parse(value);
  } catch (error) {
    throw invalid('options', 'a JSON object', error);
  }
}

function parseQuality(text: string): number {
  const result = qualitySchema.safeParse(text.trim() === '' ? undefined : text);
  if (!result.success) throw invalid('quality', 'a whole number from 1 to 100', result.error);
  return result.data;
}

const invalid = (field: string, rule: string, cause?: unknown, more: ErrorParams = {}): AppError =>
  new AppError('OPTION_INVALID', { field, rule, ...more }, { cause });
