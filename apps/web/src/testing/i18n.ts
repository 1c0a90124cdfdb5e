import { readFile } from 'node:fs/promises';
import { createI18n, type Texts } from '@filemill/web-client';

const NAMESPACES = [
  'common',
  'errors',
  'home',
  'convert',
  'intake',
  'losses',
  'expected',
  'auth',
  'account',
  'dashboard',
  'history',
  'billing',
  'docs',
  'legal',
  'contact',
  'consent',
];

const read = async (language: string, namespace: string): Promise<Texts> =>
  JSON.parse(await readFile(`apps/web/locales/${language}/${namespace}.json`, 'utf8')) as Texts;

/** The English texts, all loaded, for tests of components. */
export const i18n = await createI18n(read, 'en', NAMESPACES);
