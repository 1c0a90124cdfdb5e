import type { Texts } from '@filemill/web-client';

/** Texts that are there before the first paint; the others come with their tab. */
export const FIRST_NAMESPACES = ['common', 'errors'] as const;

/** One file for each language and namespace, fetched when it is first asked for. */
const FILES = import.meta.glob<Texts>('../../locales/*/*.json', { import: 'default' });

/** The texts of a namespace. */
export const loadTexts = async (language: string, namespace: string): Promise<Texts | undefined> =>
  FILES[`../../locales/${language}/${namespace}.json`]?.();
