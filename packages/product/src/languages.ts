/** The languages of pages and mails with their native names, in the order in which pages offer them. */
export const LANGUAGES = [
  { id: 'en', name: 'English' },
  { id: 'it', name: 'Italiano' },
  { id: 'es', name: 'Español' },
  { id: 'fr', name: 'Français' },
  { id: 'de', name: 'Deutsch' },
  { id: 'pt', name: 'Português' },
  { id: 'zh', name: '中文' },
  { id: 'ja', name: '日本語' },
  { id: 'ko', name: '한국어' },
  { id: 'ru', name: 'Русский' },
] as const;

/** Id of one of {@link LANGUAGES}: ISO 639-1. */
export type Language = (typeof LANGUAGES)[number]['id'];

/** Ids of all languages. */
export const LANGUAGE_IDS: readonly Language[] = LANGUAGES.map(({ id }) => id);

/** Used if no other language is known, or if a text is missing. */
export const DEFAULT_LANGUAGE: Language = 'en';

/** The language of a code such as `it` or `pt-BR`; undefined for one that is not offered. */
export const languageOf = (code: string | null | undefined): Language | undefined =>
  LANGUAGE_IDS.find((id) => id === code?.toLowerCase().split('-')[0]);
