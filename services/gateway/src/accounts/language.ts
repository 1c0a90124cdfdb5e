import { weightedListOf } from '../http/list-field.js';

/** Languages that mails are written in: those of the site. */
const LANGUAGES: ReadonlySet<string> = new Set(['en', 'it', 'es', 'fr', 'de', 'pt', 'zh', 'ja', 'ko', 'ru']);
const FALLBACK = 'en';

/**
 * The language of `Accept-Language` that we have texts in and that the caller likes best, whatever its region.
 *
 * @see RFC 9110, 12.5.4
 */
export function preferredLanguage(acceptLanguage: string | undefined): string {
  const liked = weightedListOf(acceptLanguage)
    .map(({ value, weight }) => ({ language: value.split('-', 1)[0] ?? '', weight }))
    .filter(({ language, weight }) => LANGUAGES.has(language) && weight > 0);
  return liked.sort((a, b) => b.weight - a.weight)[0]?.language ?? FALLBACK;
}
