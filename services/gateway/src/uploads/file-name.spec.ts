import { describe, expect, it } from '@jest/globals';
import { baseOf, cleanFileName, extensionOf } from './file-name.js';

describe('cleanFileName', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\photo.PNG', 'photo.PNG'],
    ['a\u0000b\u202ec.png', 'abc.png'],
    ['say %22hi%22.png', 'say "hi".png'],
    ['..', 'file'],
    ['', 'file'],
    [undefined, 'file'],
  ])('turns %j into %j', (given, name) => {
    expect(cleanFileName(given)).toBe(name);
  });

  it('shortens to 255 bytes between characters and keeps the extension', () => {
    const name = cleanFileName(`${'日'.repeat(200)}.png`);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    expect(name).toMatch(/^日+\.png$/);
  });
});

describe('extensionOf and baseOf', () => {
  it('split at the last dot, but not at a leading one', () => {
    expect([extensionOf('a.b.PNG'), baseOf('a.b.PNG')]).toEqual(['png', 'a.b']);
    expect([extensionOf('.hidden'), baseOf('.hidden')]).toEqual([undefined, '.hidden']);
    expect([extensionOf('a.'), extensionOf('a'), extensionOf('..a.b')]).toEqual([undefined, undefined, 'b']);
  });

  it('treat a compressed tar’s two suffixes as one extension', () => {
    expect([extensionOf('a.b.tar.GZ'), baseOf('a.b.tar.GZ')]).toEqual(['tar.gz', 'a.b']);
    expect([extensionOf('a.tar'), extensionOf('tar.gz'), extensionOf('.tar.gz')]).toEqual([
      'tar',
      'gz',
      'gz',
    ]);
  });
});
