import type { Language } from '@filemill/product';
import i18next, { type i18n, type ReadCallback } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { PRODUCT_NAME } from './product.js';

/** The texts of one namespace, by key, nested. */
export interface Texts {
  readonly [key: string]: string | Texts;
}

/** Reads the texts of a namespace; undefined where a language has none. */
export type LoadTexts = (language: string, namespace: string) => Promise<Texts | undefined>;

/**
 * All texts of an application; `{{product}}` is known in each of them. A namespace is loaded when a component first
 * asks for it. No fallback language is loaded: a test ensures that each language has all texts.
 *
 * @param namespaces - loaded before this resolves, so that the first paint has its texts
 */
export async function createI18n(
  load: LoadTexts,
  language: Language,
  namespaces: readonly string[],
): Promise<i18n> {
  const instance = i18next.createInstance();
  const read = (code: string, namespace: string, done: ReadCallback) =>
    void load(code, namespace).then(
      (texts) => done(null, texts ?? {}),
      (error: Error) => done(error, false),
    );
  instance.use({ type: 'backend', read, init: () => undefined });
  await instance.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    ns: [...namespaces],
    defaultNS: 'common',
    interpolation: { escapeValue: false, defaultVariables: { product: PRODUCT_NAME } },
  });
  return instance;
}
