import { describe, expect, it } from '@jest/globals';
import { languageOfPath, localPath, withoutLanguage } from './local-path.js';

describe('paths', () => {
  it.each([
    ['/', 'en', '/'],
    ['/docs', 'en', '/docs'],
    ['/it', 'it', '/'],
    ['/it/', 'it', '/'],
    ['/zh/docs', 'zh', '/docs'],
    ['/item', 'en', '/item'],
    ['/en/docs', 'en', '/en/docs'],
  ])('reads the language of %s', (path, language, bare) => {
    expect([languageOfPath(path), withoutLanguage(path)]).toEqual([language, bare]);
  });

  it.each([
    ['/', '/it', '/'],
    ['/#features', '/it#features', '/#features'],
    ['/auth?mode=register', '/it/auth?mode=register', '/auth?mode=register'],
  ])('writes %s in a language', (path, italian, english) => {
    expect([localPath('it', path), localPath('en', path)]).toEqual([italian, english]);
  });
});
