import { inLinearTime } from '@filemill/platform/testing';
import { describe, expect, it } from '@jest/globals';
import { ProgramFailed, refusalOf } from './programs.js';

describe('the error code for a failure of bsdtar', () => {
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

  it('is found in linear time', () => {
    const failed = new ProgramFailed('memory allocate'.repeat(30_000));
    expect(inLinearTime(() => refusalOf(failed))).toMatchObject({ reason: 'corrupt' });
  });

  it('is none if the failure is ours', () => {
    const error = new TypeError('undefined is not a function');
    expect(refusalOf(error)).toBe(error);
  });
});
