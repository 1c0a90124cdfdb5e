import { DEFAULT_LANGUAGE, type Language, languageOf } from '@filemill/product';
import { weightedListOf } from '../http/list-field.js';

/**
 * The language of `Accept-Language` with the highest weight that mails support; regions are ignored.
 *
 * @see RFC 9110, 12.5.4
 */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const liked = weightedListOf(acceptLanguage)
    .map(({ value, weight }) => ({ language: languageOf(value), weight }))
    .filter(({ language, weight }) => language !== undefined && weight > 0);
  return liked.sort((a, b) => b.weight - a.weight)[0]?.language ?? DEFAULT_LANGUAGE;
}
