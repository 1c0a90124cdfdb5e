import { DEFAULT_LANGUAGE } from '@filemill/product';
import { type Texts } from '@filemill/web-client';

/** One file for each language and namespace, loaded when a page needs it. */
const FILES = import.meta.glob<Texts>('../../locales/*/*.json', { import: 'default' });

const fileOf = (language: string, namespace: string) => FILES[`../../locales/${language}/${namespace}.json`];

/** The texts of a namespace; the English ones if a language has none yet. */
export const loadTexts = async (language: string, namespace: string): Promise<Texts | undefined> =>
  (fileOf(language, namespace) ?? fileOf(DEFAULT_LANGUAGE, namespace))?.();
