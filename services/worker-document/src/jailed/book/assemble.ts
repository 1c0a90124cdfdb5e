import { writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import render from 'dom-serializer';
import type { Element } from 'domhandler';
import { DomUtils } from 'htmlparser2';
import { anchorOf, bodyOf, makeSafe, type Surroundings } from './chapter.js';
import type { Container } from './container.js';
import { promoteHeadings, readContents } from './contents.js';
import { elementsOf, isPicturePage, type PackageDocument, parseXml } from './package-document.js';
import { resolveReference } from './paths.js';
import { type Place, Styles } from './styles.js';

/** Only what stands in the page itself or lies beside it: no script, no address, no frame. */
const POLICY = "default-src 'none'; img-src file: data:; font-src data:; style-src 'unsafe-inline'";
const PICTURE = /\.(?:png|jpe?g|gif|webp|svg|avif|bmp)$/i;

/** A5, as a paperback; a chapter begins a page, the cover fills one. */
const PAPER = `@page { size: A5; margin: 16mm 14mm 18mm; @bottom-center { content: counter(page); font: 8pt serif; } }
@page cover { margin: 0; @bottom-center { content: none; } }
body { margin: 0; font: 11pt/1.45 serif; }
section.chapter { break-before: page; overflow-wrap: break-word; }
section.cover { page: cover; break-after: page; }
section.cover img { display: block; width: 148mm; height: 209mm; max-height: none; object-fit: contain; }
section.cover + section.chapter { break-before: auto; }
h1, h2, h3, h4, h5, h6 { break-after: avoid; }
img, svg { max-width: 100%; max-height: 170mm; }
img { object-fit: contain; }`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** What came of the documents of a book: sections of one page, in reading order. */
interface Bound {
  readonly sections: readonly string[];
  readonly coverName: string | undefined;
}

/**
 * One page of a whole book in reading order, with its own styles, pictures and fonts.
 *
 * @param folder - gets `book.html` and the pictures
 * @param onChapter - called with the chapters done and all of them
 */
export async function assemble(
  container: Container,
  book: PackageDocument,
  folder: string,
  onChapter: (done: number, all: number) => void,
): Promise<void> {
  const place = placer(container, folder);
  const styles = new Styles(container, book, place);
  const { sections, coverName } = await bind(container, book, { styles, place }, onChapter);
  const cover = coverName ? `<section class="cover"><img src="${coverName}" alt="Cover"></section>\n` : '';
  const language = book.language ? ` lang="${escaped(book.language)}"` : '';
  writeFileSync(
    join(folder, 'book.html'),
    `<!DOCTYPE html><html${language}><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>${escaped(book.title)}</title><style>${PAPER}</style><style>${styles}</style></head><body>\n${cover}${sections.join('\n')}\n</body></html>`,
  );
}

/**
 * The words of a book on one page, for pandoc: nothing of how it looked, every place to which something leads.
 *
 * @param draw - makes pixels of a drawing (SVG); without it drawings stay
 * @returns the name of the cover beside the page, with whose picture it begins
 */
export async function assembleMarkup(
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

async function bind(
  container: Container,
  book: PackageDocument,
  around: Omit<Surroundings, 'numbers' | 'wanted'>,
  onChapter: (done: number, all: number) => void,
): Promise<Bound> {
  const spine = [...new Set(book.spine)].filter((path) => container.has(path));
  const numbers = new Map(spine.map((path, number) => [path, number]));
  const contents = await readContents(container, book);
  const coverName = book.coverPath && (await around.place(book.coverPath));
  const wanted = new Set<string>();
  const chapters: (() => string)[] = [];
  for (const [number, path] of spine.entries()) {
    const root = parseXml((await container.text(path)) ?? '');
    const body = bodyOf(root);
    onChapter(number + 1, spine.length);
    // The page of the cover: the cover itself stands for it.
    if (!body || (number === 0 && coverName && isPicturePage(body))) continue;
    const classes = around.styles ? await sheetsOf(root, path, around.styles) : [];
    promoteHeadings(
      body,
      contents.filter((chapter) => chapter.path === path),
    );
    await makeSafe(body, { path, number }, { ...around, numbers, wanted });
    const [html] = elementsOf(root, 'html');
    chapters.push(() =>
      around.styles
        ? sectionOf(body, html, number, classes)
        : plainOf(body, number, wanted.has(anchorOf(number, ''))),
    );
  }
  return { sections: chapters.map((render) => render()), coverName };
}

/** Gives each picture that is asked for a name of ours, once. */
function placer(container: Container, folder: string, draw?: (drawing: Buffer) => Promise<Buffer>): Place {
  const placed = new Map<string, string | undefined>();
  return async (path) => {
    if (placed.has(path)) return placed.get(path);
    const bytes = PICTURE.test(path) ? await container.bytes(path) : undefined;
    const isDrawn = draw !== undefined && /\.svg$/i.test(path);
    const name = bytes && `picture-${placed.size}${isDrawn ? '.png' : extname(path).toLowerCase()}`;
    if (name) writeFileSync(join(folder, name), isDrawn ? await draw(bytes) : bytes);
    placed.set(path, name);
    return name;
  };
}

/** Classes of the style sheets that a chapter names or holds. */
async function sheetsOf(root: ReturnType<typeof parseXml>, path: string, styles: Styles): Promise<string[]> {
  const classes: string[] = [];
  for (const element of DomUtils.findAll(({ name }) => name === 'link' || name === 'style', root.children)) {
    if (element.name === 'style') {
      classes.push(await styles.add(`${path}:${classes.length}`, DomUtils.textContent(element), path));
    } else if (
      /\bstylesheet\b/i.test(element.attribs.rel ?? '') &&
      !/\balternate\b/i.test(element.attribs.rel ?? '')
    ) {
      const target = resolveReference(path, element.attribs.href ?? '');
      const added = target && 'path' in target ? await styles.addFile(target.path) : undefined;
      if (added) classes.push(added);
    }
  }
  return classes;
}

/** A chapter for pandoc, to which it is a mere row of blocks. */
function plainOf(body: Element, number: number, isWanted: boolean): string {
  const place = isWanted ? `<p><span id="${anchorOf(number, '')}"></span></p>` : '';
  return place + render(body.children, { xmlMode: false, encodeEntities: 'utf8' });
}

function sectionOf(
  body: Element,
  html: Element | undefined,
  number: number,
  classes: readonly string[],
): string {
  const { attribs } = body;
  const language = attribs.lang ?? attribs['xml:lang'] ?? html?.attribs.lang ?? html?.attribs['xml:lang'];
  const direction = attribs.dir ?? html?.attribs.dir;
  const all = ['chapter', ...classes, ...(attribs.class ? [attribs.class] : [])].join(' ');
  const more = `${language ? ` lang="${escaped(language)}"` : ''}${direction ? ` dir="${escaped(direction)}"` : ''}`;
  const own = attribs.id ? `<a id="${escaped(anchorOf(number, attribs.id))}"></a>` : '';
  const content = render(body.children, { xmlMode: false, encodeEntities: 'utf8' });
  return `<section class="${escaped(all)}" id="${anchorOf(number, '')}"${more}>${own}${content}</section>`;
}
