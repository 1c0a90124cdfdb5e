import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bind } from './binding.js';
import type { Container } from './container.js';
import type { PackageDocument } from './package-document.js';
import type { Placer } from './placing.js';

/**
 * The words of a book on one page, for pandoc: nothing of how it looked, every place to which something leads.
 *
 * @param pictures - puts them into the same folder
 * @returns the name of the cover beside the page, with whose picture it begins
 */
export async function makeMarkupPage(
  container: Container,
  book: PackageDocument,
  folder: string,
  pictures: Placer,
): Promise<string | undefined> {
  const { sections, coverName } = await bind(container, book, pictures, () => undefined);
  const cover = coverName ? `<p><img src="${coverName}" alt=""></p>\n` : '';
  writeFileSync(
    join(folder, 'markup.html'),
    `<!DOCTYPE html><html><body>\n${cover}${sections.join('\n')}\n</body></html>`,
  );
  return coverName;
}
