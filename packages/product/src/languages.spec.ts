import { describe, expect, it } from '@jest/globals';
import { DEFAULT_LANGUAGE, LANGUAGE_IDS, languageOf } from './languages.js';

describe('languageOf', () => {
  it.each([
    ['it', 'it'],
    ['pt-BR', 'pt'],
    ['ZH-hans', 'zh'],
  ])('reads %s as %s', (code, language) => {
    expect(languageOf(code)).toBe(language);
  });

  it.each(['nl', '', 'e', 'english', null, undefined])('finds no language for %s', (code) => {
    expect(languageOf(code)).toBeUndefined();
  });
});

describe('LANGUAGE_IDS', () => {
  it('begins with the default language, and has each language once', () => {
    expect(LANGUAGE_IDS[0]).toBe(DEFAULT_LANGUAGE);
    expect(new Set(LANGUAGE_IDS).size).toBe(LANGUAGE_IDS.length);
  });
});
