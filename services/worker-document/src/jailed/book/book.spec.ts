import { describe, expect, it } from '@jest/globals';
import { clearFont, resolveReference } from './container.js';

describe('resolveReference', () => {
  it.each([
    ['../images/a%20b.png', { path: 'O/images/a b.png', fragment: '' }],
    ['#x', { path: 'O/text/c 1.xhtml', fragment: 'x' }],
    ['/etc/passwd', { path: 'etc/passwd', fragment: '' }],
    ['../../../../etc/passwd', { path: 'etc/passwd', fragment: '' }],
    ['https://example.org/a', { address: 'https://example.org/a' }],
    ['mailto:a@example.org', { address: 'mailto:a@example.org' }],
    ['file:///etc/passwd', undefined],
    ['javascript:x()', undefined],
    ['data:text/html,x', undefined],
    ['http://[', undefined],
  ])('resolves %s to a file of the book, an external address, or nothing', (reference, target) => {
    expect(resolveReference('O/text/c 1.xhtml', reference)).toEqual(target);
  });

  it('resolves an address without a scheme to nothing', () => {
    expect(resolveReference('a.xhtml', '//example.org/x')).toBeUndefined();
  });
});

describe('clearFont', () => {
  it.each(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC'])(
    'deobfuscates %s',
    (method) => {
      const font = Buffer.from(Array.from({ length: 2_000 }, (_, i) => i % 256));
      const identifier = 'urn:uuid:5b2f0c1e-7d34-4c55-9a5e-0f6c3d2b1a90';
      const hidden = clearFont(font, method, identifier);
      expect(hidden.subarray(0, 1_024).equals(font.subarray(0, 1_024))).toBe(false);
      expect(hidden.subarray(1_040).equals(font.subarray(1_040))).toBe(true);
      expect(clearFont(hidden, method, identifier).equals(font)).toBe(true);
    },
  );
});
