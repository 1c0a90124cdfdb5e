import type { Texts } from '@filemill/web-client';

/** Texts that are loaded before the first paint; the others load with their tab. */
export const FIRST_NAMESPACES = ['common', 'errors'] as const;

/** One file for each language and namespace, fetched when first needed. */
const FILES = import.meta.glob<Texts>('../../locales/*/*.json', { import: 'default' });

/** The texts of a namespace. */
export const loadTexts = async (language: string, namespace: string): Promise<Texts | undefined> =>
  FILES[`../../locales/${language}/${namespace}.json`]?.();
