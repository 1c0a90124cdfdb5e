import { expectedKeys, pluralBaseOf, pluralBases } from './plural-keys.js';
import type { Translations } from './read-locales.js';

/** Texts that are right although they equal the English ones: of all languages (`all`), and of single ones. */
export type UntranslatedWords = Readonly<Record<string, readonly string[]>>;

/** The scripts of codes that stand for a way to write, by ISO 15924; every other code is a script itself. */
const SCRIPTS_OF: Readonly<Record<string, readonly string[]>> = {
  Hans: ['Hani'],
  Hant: ['Hani'],
  Jpan: ['Hira', 'Kana', 'Hani'],
  Kore: ['Hang'],
};

/** Letters of which each text of a language must have one; undefined for a language in Latin letters. */
function lettersOf(language: string): RegExp | undefined {
  const { script = 'Latn' } = new Intl.Locale(language).maximize();
  if (script === 'Latn') return undefined;
  const scripts = SCRIPTS_OF[script] ?? [script];
  return new RegExp(`[${scripts.map((code) => `\\p{Script=${code}}`).join('')}]`, 'u');
}

const placeholdersOf = (text: string): readonly string[] =>
  [
    ...new Set(
      [...text.matchAll(/{{\s*([\w.]+)[^}]*}}|<\/?(\w+)\s*\/?>/g)].map((match) => match[1] ?? match[0]),
    ),
  ].sort();

/** The words to translate, without placeholders; empty if there are none. */
const wordsOf = (text: string): string => text.replaceAll(/{{[^}]*}}|<\/?\w+\s*\/?>/g, '').trim();

function placeholderFinding(key: string, english: Translations, text: string, isPlural: boolean): string[] {
  const model = english.get(key) ?? english.get(`${pluralBaseOf(key)}_other`) ?? '';
  // The singular form may omit the number.
  const relevant = (names: readonly string[]) =>
    isPlural && !key.endsWith('_other') ? names.filter((name) => name !== 'count') : names;
  const wanted = relevant(placeholdersOf(model)).join(' ');
  const found = relevant(placeholdersOf(text)).join(' ');
  return wanted === found ? [] : [`${key}: placeholders “${found}” instead of “${wanted}”`];
}

function untranslated(
  language: string,
  key: string,
  english: Translations,
  text: string,
  same: UntranslatedWords,
): boolean {
  if (language === 'en' || !/\p{L}/u.test(wordsOf(text))) return false;
  if ([...(same.all ?? []), ...(same[language] ?? [])].includes(text)) return false;
  const model = english.get(key) ?? english.get(`${pluralBaseOf(key)}_other`);
  return text === model || lettersOf(language)?.test(text) === false;
}

/** What is wrong with the texts of a language, one line each: keys, plural forms, placeholders, words left in English. */
export function translationFindings(
  language: string,
  texts: Translations,
  english: Translations,
  same: UntranslatedWords,
): readonly string[] {
  const expected = expectedKeys(english, language);
  const bases = pluralBases(english);
  const missing = [...expected].filter((key) => !texts.has(key)).map((key) => `${key}: missing`);
  const surplus = [...texts.keys()]
    .filter((key) => !expected.has(key))
    .map((key) => `${key}: not in English`);
  const wrong = [...texts].flatMap(([key, text]) => {
    if (!expected.has(key)) return [];
    if (text.trim() === '') return [`${key}: empty`];
    return [
      ...placeholderFinding(key, english, text, bases.has(pluralBaseOf(key))),
      ...(untranslated(language, key, english, text, same) ? [`${key}: left in English: ${text}`] : []),
    ];
  });
  return [...missing, ...surplus, ...wrong];
}
