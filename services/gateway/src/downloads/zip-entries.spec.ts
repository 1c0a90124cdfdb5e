import { describe, expect, it } from '@jest/globals';
import type { DownloadableFile } from './results.js';
import { zipEntriesOf, zipName } from './zip-entries.js';

const file = (fileName: string, contentType = 'image/jpeg'): DownloadableFile => ({
  conversionId: 'a',
  owner: undefined,
  key: 'k',
  sizeBytes: 1,
  fileName,
  contentType,
  etag: '"e"',
  finishedAtMs: 0,
  expiresAtMs: 0,
});
const namesOf = (...names: string[]) => zipEntriesOf(names.map((name) => file(name))).map(({ name }) => name);

describe('zipEntriesOf', () => {
  it('keeps the order and numbers equal names in any letter case, without using a name that is taken', () => {
    expect(namesOf('b.jpg', 'a.jpg', 'B.jpg', 'b.png', 'b_converted (2).jpg', 'b.jpg')).toEqual([
      'b_converted.jpg',
      'a_converted.jpg',
      'B_converted (2).jpg',
      'b_converted.png',
      'b_converted (2)_converted.jpg',
      'b_converted (3).jpg',
    ]);
  });

  it('makes names that every operating system can unpack', () => {
    expect(namesOf('c:boot.jpg', 'what?.jpg', 'none')).toEqual([
      'c_boot_converted.jpg',
      'what__converted.jpg',
      'none_converted',
    ]);
  });

  it('compresses only entries that are not compressed already', () => {
    const types = ['image/jpeg', 'video/mp4', 'application/zip', 'text/plain; charset=utf-8', 'image/bmp'];
    const entries = zipEntriesOf(types.map((type, index) => file(`${index}.x`, type)));
    expect(entries.map(({ isCompressed }) => isCompressed)).toEqual([false, false, false, true, true]);
  });
});

describe('zipName', () => {
  it('holds the product name and the time in UTC to the second', () => {
    expect(zipName('Filemill', Date.UTC(2026, 10, 21, 2, 15, 30))).toBe('filemill-20261121-021530.zip');
  });
});
