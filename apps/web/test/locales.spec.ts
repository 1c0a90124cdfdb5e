import { CODES, type Code, publicCode } from '@filemill/errors';
import { LANGUAGES } from '@filemill/web-client';
import { readLocales, readSources, translationFindings, usageFindings } from '@filemill/web-client/testing';
import { describe, expect, it } from '@jest/globals';
import { NOT_FOUND, PAGES } from '../src/app/pages.js';
import { SAME_WORDS } from './same-words.js';

const locales = readLocales('apps/web/locales');
const english = locales.get('en') ?? new Map<string, string>();
const keysOf = (namespace: string): string[] =>
  [...english.keys()].flatMap((key) =>
    key.startsWith(`${namespace}:`) ? key.slice(namespace.length + 1) : [],
  );

/** Keys that programs put together from parts alone. */
const DYNAMIC = [/^seo:/, /^auth:(login|register|forgot)\.(title|switch|switchTo)$/];

describe('the texts', () => {
  it('are of languages that the interface offers', () => {
    const offered: readonly string[] = LANGUAGES.map(({ id }) => id);
    expect([...locales.keys()].filter((language) => !offered.includes(language))).toEqual([]);
  });

  it.each([...locales])('of %s are complete, alike and translated', (language, texts) => {
    expect(translationFindings(language, texts, english, SAME_WORDS)).toEqual([]);
  });

  it('are all used, and all that are used exist', () => {
    const sources = readSources(['apps/web/src', 'packages/web-client/src']);
    expect(usageFindings(sources, english, DYNAMIC)).toEqual([]);
  });

  it('have one for every code of the error table', () => {
    const codes = (Object.keys(CODES) as Code[]).map(publicCode);
    const texts = keysOf('errors').map((key) => key.split('.')[0]);
    // A limit of the plan has a sentence for each plan, and names kinds.
    const instead = codes.flatMap((code) => (code === 'quota_exceeded' ? ['kinds', 'quota'] : [code]));
    expect([...new Set(texts)].sort()).toEqual(instead.sort());
  });

  it('have a title and a description for every page', () => {
    const wanted = [...PAGES, NOT_FOUND].flatMap(({ id }) => [`${id}.title`, `${id}.description`]);
    expect(keysOf('seo').sort()).toEqual(wanted.sort());
  });
});
