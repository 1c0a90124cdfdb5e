import { writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import render from 'dom-serializer';
import type { Element } from 'domhandler';
import { DomUtils } from 'htmlparser2';
import { anchorOf, bodyOf, makeSafe } from './chapter.js';
import type { Container } from './container.js';
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
  const spine = book.spine.filter((path, i) => container.has(path) && book.spine.indexOf(path) === i);
  const around = { styles, place, numbers: new Map(spine.map((path, number) => [path, number])) };
  const coverName = book.coverPath && (await place(book.coverPath));
  const sections: string[] = [];
  let hasCover = false;
  for (const [number, path] of spine.entries()) {
    const root = parseXml((await container.text(path)) ?? '');
    const body = bodyOf(root);
    onChapter(number + 1, spine.length);
    if (!body) continue;
    if (number === 0 && coverName && isPicturePage(body)) {
      hasCover = true;
      sections.push(
        `<section class="cover" id="${anchorOf(0, '')}"><img src="${coverName}" alt="Cover"></section>`,
      );
      continue;
    }
    const classes = await sheetsOf(root, path, styles);
    await makeSafe(body, { path, number }, around);
    sections.push(sectionOf(body, elementsOf(root, 'html')[0], number, classes));
  }
  if (coverName && !hasCover)
    sections.unshift(`<section class="cover"><img src="${coverName}" alt="Cover"></section>`);
  const language = book.language ? ` lang="${escaped(book.language)}"` : '';
  writeFileSync(
    join(folder, 'book.html'),
    `<!DOCTYPE html><html${language}><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>${escaped(book.title)}</title><meta name="author" content="${escaped(book.authors.join(', '))}"><style>${PAPER}</style><style>${styles}</style></head><body>\n${sections.join('\n')}\n</body></html>`,
  );
}

/** Gives each picture that is asked for a name of ours, once. */
function placer(container: Container, folder: string): Place {
  const placed = new Map<string, string | undefined>();
  return async (path) => {
    if (placed.has(path)) return placed.get(path);
    const bytes = PICTURE.test(path) ? await container.bytes(path) : undefined;
    const name = bytes && `picture-${placed.size}${extname(path).toLowerCase()}`;
    if (name) writeFileSync(join(folder, name), bytes);
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
