import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { PRODUCT_NAME } from '../config/env.js';
import { LANGUAGES, resources } from './languages.js';
import { readStored, store } from './storage.js';

const KEY = 'preferredLanguage';

const known = (code: string | null | undefined): string | undefined =>
  LANGUAGES.find(({ id }) => id === code?.slice(0, 2))?.id;

/** The stored language, else the browser's, else English. */
const firstLanguage = (): string =>
  known(readStored(KEY)) ?? navigator.languages.map(known).find((id) => id !== undefined) ?? 'en';

/** All texts of the page; `{{product}}` is known in each of them. */
export const i18n = i18next.createInstance();
i18n.on('languageChanged', (language) => {
  document.documentElement.lang = language;
});
await i18n.use(initReactI18next).init({
  resources,
  lng: firstLanguage(),
  fallbackLng: 'en',
  defaultNS: 'common',
  interpolation: { escapeValue: false, defaultVariables: { product: PRODUCT_NAME } },
});

/** Changes the language and remembers it. */
export async function chooseLanguage(id: string): Promise<void> {
  store(KEY, id);
  await i18n.changeLanguage(id);
}
