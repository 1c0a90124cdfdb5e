import { quality as qualitySchema } from '@filemill/api';
import { AppError } from '@filemill/errors';
import { optionsOfRoute, type Route } from '@filemill/formats';
import { z } from 'zod';

const objectSchema = z.record(z.string(), z.unknown());

/**
 * Checks the caller's settings against the schema of the route; `strict` is one of every output,
 * and refuses a damaged file. The field `quality` is the option of that name; where the output has none it is refused,
 * because a setting without effect misleads.
 *
 * @param optionsText - JSON object, absent for none
 * @param qualityText - whole number from 1 to 100, absent for the default
 * @returns every option of the output, defaults filled in; `strict` only where it was asked for
 * @throws {AppError} OPTION_INVALID with the field and its rule
 */
export function parseOptions(
  route: Route,
  optionsText: string | undefined,
  qualityText: string | undefined,
): Record<string, unknown> {
  const { strict = false, ...given } = givenOptions(optionsText, qualityText);
  if (typeof strict !== 'boolean') throw invalid('strict', 'true or false');
  const result = optionsOfRoute(route).safeParse(given);
  if (result.success) return { ...result.data, ...(strict && { strict }) };
  const issue = result.error.issues[0];
  if (issue?.code === 'unrecognized_keys') {
    throw invalid(issue.keys[0] ?? 'options', `not an option of ${route.output.id}`);
  }
  throw invalid(issue?.path.join('.') || 'options', issue?.message ?? 'not valid');
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

const invalid = (field: string, rule: string, cause?: unknown): AppError =>
  new AppError('OPTION_INVALID', { field, rule }, { cause });
