import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bindBook, escapeHtml } from './binding.js';
import type { Container } from './container.js';
import type { ReportDropped } from './dropped.js';
import type { PackageDocument } from './package-document.js';
import { type PrintSettings, paperStyle } from './paper.js';
import { createPicturePlacer, type PicturePlacer } from './placing.js';
import { Styles } from './styles.js';

/** Allows only inline content and files next to the page: no script, no address, no frame. */
const POLICY = "default-src 'none'; img-src file: data:; font-src data:; style-src 'unsafe-inline'";

/** Maximum length of a title; a book may have one of any length. */
const MAX_TITLE = 250;

/**
 * Writes one page with a whole book in reading order, with its styles, pictures and fonts.
 *
 * @param folder - for `book.html` and the pictures
 * @param settings - of the paper
 * @param reportDropped - receives what a printed page cannot hold
 * @param onChapter - called with the number of finished chapters and their total
 */
export async function makePrintPage(
  container: Container,
  book: PackageDocument,
  folder: string,
  settings: PrintSettings,
  reportDropped: ReportDropped,
  onChapter: (done: number, all: number) => void,
): Promise<void> {
  const { place, placeDrawing } = createPicturePlacer(container, folder, reportDropped);
  const styles = new Styles(container, book, place);
  const { sections, coverName } = await bindBook(
    container,
    book,
    { styles, place, placeDrawing, reportDropped },
    onChapter,
  );
  const cover = coverName ? `<section class="cover"><img src="${coverName}" alt="Cover"></section>\n` : '';
  const language = book.language ? ` lang="${escapeHtml(book.language)}"` : '';
  const title = [...book.title].slice(0, MAX_TITLE).join('');
  writeFileSync(
    join(folder, 'book.html'),
    `<!DOCTYPE html><html${language}><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>${escapeHtml(title)}</title><style>${paperStyle(settings)}</style><style>${styles}</style></head><body>\n${cover}${sections.join('\n')}\n</body></html>`,
  );
}

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
