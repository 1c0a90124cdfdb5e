import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bindBook } from './binding.js';
import type { Container } from './container.js';
import type { PackageDocument } from './package-document.js';
import type { PicturePlacer } from './placing.js';

/**
 * The text of a book on one page, for pandoc: no styles, but an anchor for every link target.
 *
 * @param pictures - writes them into the same folder
 * @returns the file name of the cover, whose picture begins the page
 */
export async function makeMarkupPage(
  container: Container,
  book: PackageDocument,
  folder: string,
  pictures: PicturePlacer,
): Promise<string | undefined> {
  const { sections, coverName } = await bindBook(container, book, pictures, () => undefined);
  const cover = coverName ? `<p><img src="${coverName}" alt=""></p>\n` : '';
  writeFileSync(
    join(folder, 'markup.html'),
    `<!DOCTYPE html><html><body>\n${cover}${sections.join('\n')}\n</body></html>`,
  );
  return coverName;
}
