import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bind, placer } from './binding.js';
import type { Container } from './container.js';
import type { PackageDocument } from './package-document.js';

/**
 * The words of a book on one page, for pandoc: nothing of how it looked, every place to which something leads.
 *
 * @param draw - makes pixels of a drawing (SVG); without it drawings stay
 * @returns the name of the cover beside the page, with whose picture it begins
 */
export async function makeMarkupPage(
  container: Container,
  book: PackageDocument,
  folder: string,
  draw?: (drawing: Buffer) => Promise<Buffer>,
): Promise<string | undefined> {
  const { sections, coverName } = await bind(
    container,
    book,
    { place: placer(container, folder, draw) },
    () => undefined,
  );
  const cover = coverName ? `<p><img src="${coverName}" alt=""></p>\n` : '';
  writeFileSync(
    join(folder, 'markup.html'),
    `<!DOCTYPE html><html><body>\n${cover}${sections.join('\n')}\n</body></html>`,
  );
  return coverName;
}
