import { CODES, type Code, publicCode } from '@filemill/errors';
import { EXPECTED_LOSSES, LOSSES, NOTES } from '@filemill/formats';
import { LANGUAGES } from '@filemill/product';
import { readLocales, readSources, translationFindings, usageFindings } from '@filemill/web-client/testing';
import { describe, expect, it } from '@jest/globals';
import { NOT_FOUND, PAGES } from '../src/app/pages.js';
import { acceptApiTexts, apiTexts } from '../src/testing/api-texts.js';
import { SAME_WORDS } from './same-words.js';

const files = readLocales('apps/web/locales');
const api = apiTexts();
/** With the sentences of the API's description, of which only the translations are files. */
const english = new Map([
  ...(files.get('en') ?? []),
  ...[...api.sentences].map(([key, text]) => [`api:${key}`, text] as const),
]);
const locales = new Map([...files, ['en', english]]);
const keysOf = (namespace: string): string[] =>
  [...english.keys()].flatMap((key) =>
    key.startsWith(`${namespace}:`) ? key.slice(namespace.length + 1) : [],
  );

/** Keys that programs put together from parts alone. */
const DYNAMIC = [/^seo:/, /^api:/, /^auth:(login|register|forgot)\.(title|switch|switchTo)$/];

describe('the texts', () => {
  it('are in languages that the interface offers', () => {
    const offered: readonly string[] = LANGUAGES.map(({ id }) => id);
    expect([...locales.keys()].filter((language) => !offered.includes(language))).toEqual([]);
  });

  it.each([...locales])('are complete, consistent and translated in %s', (language, texts) => {
    expect(translationFindings(language, texts, english, SAME_WORDS)).toEqual([]);
  });

  it('are all used, and all used keys exist', () => {
    const sources = readSources(['apps/web/src', 'packages/web-client/src']);
    expect(usageFindings(sources, english, DYNAMIC)).toEqual([]);
  });

  it('have one for every code of the error table', () => {
    const codes = (Object.keys(CODES) as Code[]).map(publicCode);
    const texts = keysOf('errors').map((key) => key.split('.')[0]);
    // A limit of the plan has a sentence for each plan, and names categories.
    const instead = codes.flatMap((code) => (code === 'quota_exceeded' ? ['categories', 'quota'] : [code]));
    expect([...new Set(texts)].sort()).toEqual(instead.sort());
  });

  it('have one for every loss and note of a result, word for word in English', () => {
    const wanted = Object.entries({ ...LOSSES, ...NOTES }).flatMap(([code, text]) =>
      typeof text === 'string'
        ? [[code, text]]
        : Object.entries('byUnit' in text ? text.byUnit : text).map(([form, words]) => [
            `${code}_${form}`,
            words,
          ]),
    );
    const texts = keysOf('losses').map((key) => [key, english.get(`losses:${key}`)]);
    expect(Object.fromEntries(texts)).toEqual(Object.fromEntries(wanted));
  });

  it('have one for every loss that can be expected, word for word in English', () => {
    const texts = keysOf('expected').map((key) => [key, english.get(`expected:${key}`)]);
    const { lost, all, time, ...losses } = Object.fromEntries(texts);
    expect([lost, all, time].every(Boolean)).toBe(true);
    expect(losses).toEqual(EXPECTED_LOSSES);
  });

  it('translate the present sentences of the API description; UPDATE_API_TEXTS=1 accepts them', () => {
    if (process.env.UPDATE_API_TEXTS) acceptApiTexts(api.sentences);
    else expect(api.findings).toEqual([]);
  });

  it('have a title and a description for every page', () => {
    const wanted = [...PAGES, NOT_FOUND].flatMap(({ id }) => [`${id}.title`, `${id}.description`]);
    expect(keysOf('seo').sort()).toEqual(wanted.sort());
  });
});
