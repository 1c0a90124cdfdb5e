import { describe, expect, it } from '@jest/globals';
import { entryNames, zipName } from './entry-names.js';

describe('entryNames', () => {
  it('names results as the server does, and numbers duplicates, ignoring case', () => {
    expect(entryNames(['a.webp', 'A.webp', 'b.tar.gz', 'noending'])).toEqual([
      'a_converted.webp',
      'A_converted (2).webp',
      'b.tar_converted.gz',
      'noending_converted',
    ]);
  });
});

describe('zipName', () => {
  it('names a zip by the product and the time in UTC', () => {
    expect(zipName('Filemill', new Date('2026-11-21T02:15:30.250Z'))).toBe('filemill-20261121-021530.zip');
  });
});
