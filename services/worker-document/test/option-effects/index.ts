import { declared } from '@filemill/formats/testing';
import { bytesOf, type OptionLook } from '@filemill/worker/proving';
import { expect } from '@jest/globals';
import { membersOf, openByOthers } from '../archive-reading.js';
import { scan } from '../font-files.js';
import { run } from '../options-files.js';
import { drawnPictureOf, isPicture } from '../reading.js';
import { ARCHIVES } from './archives.js';
import { BOOKS } from './books.js';
import { FONT_LOOKS } from './fonts.js';
import { MARKUPS } from './markup.js';
import { OFFICE } from './office.js';
import { PDFS } from './pages.js';
import { pdfText } from './shared.js';
import { SUBTITLES } from './subtitles.js';
import { TABLES } from './tables.js';

/** What each setting of documents, books, data, archives, fonts and subtitles does, as other programs see it. */
export const DOCUMENT_LOOKS: Readonly<Record<string, OptionLook>> = {
  ...ARCHIVES,
  ...BOOKS,
  ...TABLES,
  ...FONT_LOOKS,
  ...OFFICE,
  ...MARKUPS,
  ...PDFS,
  ...SUBTITLES,
};

/** Reads a whole result with a program that did not write it. */
export async function openDocument(path: string, format: string): Promise<unknown> {
  const category = declared.format(format)?.category;
  if (format === 'pdf') return pdfText(path);
  if (isPicture(format)) return drawnPictureOf(path, format);
  if (category === 'archive') {
    openByOthers(path, format);
    return expect(membersOf(path, format).length).toBeGreaterThan(0);
  }
  if (category === 'font') return expect(scan(path)).not.toBe('');
  if (['epub', 'docx', 'odt', 'htmlz'].includes(format)) return run('/usr/bin/unzip', '-tq', path);
  return expect(bytesOf({ path })).toBeGreaterThan(0);
}

export { ENTRIES } from './archives.js';
