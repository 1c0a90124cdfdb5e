import { describe, expect, it } from '@jest/globals';
import { parseAddress, rawPathOf, redirectOf } from './addresses.js';

const LANGUAGES = new Set(['en', 'it']);

describe('parseAddress', () => {
  it.each([
    ['/', 'en', '/'],
    ['/docs/', 'en', '/docs'],
    ['/it', 'it', '/'],
    ['/it/docs/', 'it', '/docs'],
    ['//', 'en', '//'],
    ['//docs', 'en', '//docs'],
    ['/docs//', 'en', '/docs//'],
    ['/it//host/', 'it', '//host'],
  ])('reads %s as the page of %s at %s', (pathname, language, path) => {
    expect(parseAddress(pathname, LANGUAGES)).toEqual({ language, path });
  });
});

describe('redirectOf', () => {
  const leadsTo = (pathname: string) =>
    redirectOf(pathname, parseAddress(pathname, LANGUAGES), (path) => path === '/' || path === '/docs');

  it('redirects only to known pages', () => {
    expect(['/en', '/en/docs', '/en/login', '/it/pricing'].map(leadsTo)).toEqual([
      '/',
      '/docs',
      '/auth',
      '/it/subscribe',
    ]);
    expect(['/docs', '/it', '/en/nothing'].map(leadsTo)).toEqual([undefined, undefined, undefined]);
  });

  it.each([
    '/en//host',
    '/en///host',
    '/en/\\host',
    '/en\\\\host',
    '/en/%2f/host',
    '/en/%5chost',
    '/en//host/docs',
  ])('does not redirect %s', (pathname) => {
    expect(leadsTo(pathname)).toBeUndefined();
  });
});

describe('rawPathOf', () => {
  it.each([
    ['/docs?x=/y', '/docs'],
    ['/docs#x?y', '/docs'],
    ['//host/docs', '//host/docs'],
    ['/\\host/docs', '/\\host/docs'],
    ['//', '//'],
    ['http://host/docs?x', '/docs'],
    ['*', '/'],
  ])('reads %s as %s', (target, path) => {
    expect(rawPathOf(target)).toBe(path);
  });
});
