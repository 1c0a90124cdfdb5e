import type { Translations } from './read-locales.js';

/** Ending of a key that i18next chooses by the plural rules of the language. */
const FORM = /_(zero|one|two|few|many|other)$/;

/** The key without its plural form. */
export const pluralBaseOf = (key: string): string => key.replace(FORM, '');

/** Keys of texts that depend on a count, without the form: English has `_one` and `_other` of them. */
export function pluralBases(english: Translations): ReadonlySet<string> {
  const keys = [...english.keys()];
  return new Set(
    keys
      .filter((key) => key.endsWith('_one') && english.has(`${pluralBaseOf(key)}_other`))
      .map((key) => pluralBaseOf(key)),
  );
}

/** The keys that a language needs: those of English, with its own plural forms; `_zero` is a text of its own. */
export function expectedKeys(english: Translations, language: string): ReadonlySet<string> {
  const bases = pluralBases(english);
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const keys = [...english.keys()].flatMap((key) => {
    const base = pluralBaseOf(key);
    if (!bases.has(base) || key.endsWith('_zero')) return [key];
    return pluralCategories.map((form) => `${base}_${form}`);
  });
  return new Set(keys);
}
