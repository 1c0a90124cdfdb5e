import { describe, expect, it } from '@jest/globals';
import { sortEntries } from './entries.js';

describe('sortEntries', () => {
  it('orders pages as people count, folder by folder, with the files of a folder before its folders', () => {
    const names = [
      'c10/p2.jpg',
      'c10/p10.jpg',
      'c10/p1.JPG',
      'c2/p11.png',
      'cover.webp',
      'c2/extra/p1.gif',
      'c2/',
    ];
    expect(sortEntries(names).pages).toEqual([
      ...['cover.webp', 'c2/p11.png', 'c2/extra/p1.gif', 'c10/p1.JPG', 'c10/p2.jpg', 'c10/p10.jpg'],
    ]);
  });

  it('finds the metadata and other files, and leaves out what systems add', () => {
    const names = [
      'a/ComicInfo.xml',
      'a/1.jpg',
      '__MACOSX/a/._1.jpg',
      'a/.DS_Store',
      'a/Thumbs.db',
      'a/notes.txt',
    ];
    expect(sortEntries(names)).toEqual({
      pages: ['a/1.jpg'],
      info: 'a/ComicInfo.xml',
      others: ['a/notes.txt'],
    });
  });

  it('orders two names that count alike', () => {
    expect(sortEntries(['p01.jpg', 'p1.jpg']).pages).toEqual(sortEntries(['p1.jpg', 'p01.jpg']).pages);
  });
});
