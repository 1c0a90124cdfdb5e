import { PRODUCT_NAME } from './product.js';
import { readStored, store } from './storage.js';

/** The languages of the interface, by their own name, in the order in which they are offered. */
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

export type Language = (typeof LANGUAGES)[number]['id'];

/** What is shown where nothing else is known, and where a text is missing. */
export const DEFAULT_LANGUAGE: Language = 'en';

/** Also read by `public/language.js` of the site, before the first paint. */
const KEYS = [`${PRODUCT_NAME.toLowerCase()}-language`, 'preferredLanguage'] as const;

/** The language of a code such as `it` or `pt-BR`; undefined for one that the interface does not have. */
export const languageOf = (code: string | null | undefined): Language | undefined =>
  LANGUAGES.find(({ id }) => id === code?.toLowerCase().split('-')[0])?.id;

/** The language that somebody chose in this browser. */
export const storedLanguage = (): Language | undefined =>
  KEYS.map((key) => languageOf(readStored(key))).find((id) => id !== undefined);

/** Remembers a choice. */
export function storeLanguage(id: Language): void {
  for (const key of KEYS) store(key, id);
}
