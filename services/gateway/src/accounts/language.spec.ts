import { describe, expect, it } from '@jest/globals';
import { preferredLanguage } from './language.js';

describe('preferredLanguage', () => {
  it.each([
    ['it-IT,it;q=0.9,en;q=0.8', 'it'],
    ['nl, de-AT;q=0.5, pt-BR;q=0.7', 'pt'],
    ['ZH-Hant', 'zh'],
    ['fr;q=0, ru;q=0.1', 'ru'],
    ['*', 'en'],
    ['de;q=abc', 'en'],
    ['', 'en'],
    [undefined, 'en'],
  ])('reads %s as %s', (header, language) => {
    expect(preferredLanguage(header)).toBe(language);
  });
});
