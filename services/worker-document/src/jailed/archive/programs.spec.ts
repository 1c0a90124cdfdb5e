import { endingSoon } from '@filemill/platform/testing';
import { describe, expect, it } from '@jest/globals';
import { ProgramFailed, refusalOf } from './programs.js';

describe('what a reader’s failure says about the file', () => {
  it.each([
    [
      '/usr/bin/bsdtar 1: bsdtar: Error opening archive: Lzma library error: Cannot allocate memory',
      'memory',
    ],
    ["/usr/bin/7z 2: ERROR: Can't allocate required memory!", 'memory'],
    ['/usr/bin/bsdtar 1: bsdtar: Encrypted file is unsupported', 'encrypted'],
    ['/usr/bin/bsdtar 1: bsdtar: Truncated input file', 'corrupt'],
  ])('%s', (message, reason) => {
    expect(refusalOf(new ProgramFailed(message))).toMatchObject({ reason });
  });

  it('takes no long time to find out', () => {
    const failed = new ProgramFailed('memory allocate'.repeat(30_000));
    expect(endingSoon(() => refusalOf(failed))).toMatchObject({ reason: 'corrupt' });
  });

  it('is nothing where the fault is our own', () => {
    const error = new TypeError('undefined is not a function');
    expect(refusalOf(error)).toBe(error);
  });
});
