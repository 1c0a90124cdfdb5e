import render from 'dom-serializer';
import type { Element } from 'domhandler';
import { DomUtils } from 'htmlparser2';
import { anchorOf, bodyOf, type ChapterContext, cleanChildren } from './chapter.js';
import { type Container, resolveReference } from './container.js';
import { promoteHeadings, readContents } from './contents.js';
import { elementsOf, isPicturePage, type PackageDocument, parseXml } from './package-document.js';
import type { Styles } from './styles.js';

/** Escapes a text for the content or an attribute of HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The documents of a book as sections of one page, in reading order. */
interface BookPage {
  readonly sections: readonly string[];
  readonly coverName: string | undefined;
}

/** Makes one page of the documents of a book: each is cleaned, and its ids and links are renamed. */
export async function bindBook(
  container: Container,
  book: PackageDocument,
  context: Omit<ChapterContext, 'numbers' | 'linkedAnchors'>,
  onChapter: (done: number, all: number) => void,
): Promise<BookPage> {
  const spine = [...new Set(book.spine)].filter((path) => container.has(path));
  const numbers = new Map(spine.map((path, number) => [path, number]));
  const contents = await readContents(container, book);
  const coverName = book.coverPath && (await context.place(book.coverPath));
  const linkedAnchors = new Set<string>();
  const chapters: (() => string)[] = [];
  for (const [number, path] of spine.entries()) {
    const root = parseXml((await container.text(path)) ?? '');
    const body = bodyOf(root);
    onChapter(number + 1, spine.length);
    // The cover replaces its own page.
    if (!body || (number === 0 && coverName && isPicturePage(body))) continue;
    const classes = context.styles ? await sheetsOf(root, path, context.styles) : [];
    reportDroppedHead(root, context);
    promoteHeadings(
      body,
      contents.filter((chapter) => chapter.path === path),
    );
    await cleanChildren(body, { path, number }, { ...context, numbers, linkedAnchors });
    const [html] = elementsOf(root, 'html');
    chapters.push(() =>
      context.styles
        ? sectionOf(body, html, number, classes)
        : plainOf(body, number, linkedAnchors.has(anchorOf(number, ''))),
    );
  }
  return { sections: chapters.map((render) => render()), coverName };
}

/** Removes what precedes the body, and scripts everywhere. */
function reportDroppedHead(
  root: ReturnType<typeof parseXml>,
  { styles, reportDropped }: Pick<ChapterContext, 'styles' | 'reportDropped'>,
): void {
  if (!styles && elementsOf(root, 'style').length > 0) reportDropped('styles');
  if (elementsOf(root, 'script').length > 0) reportDropped('scripts');
}

/** Classes for the style sheets that a chapter refers to or contains. */
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

/** A chapter for pandoc, which needs only a sequence of blocks. */
function plainOf(body: Element, number: number, isLinked: boolean): string {
  const anchor = isLinked ? `<p><span id="${anchorOf(number, '')}"></span></p>` : '';
  return anchor + render(body.children, { xmlMode: false, encodeEntities: 'utf8' });
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
  const more = `${language ? ` lang="${escapeHtml(language)}"` : ''}${direction ? ` dir="${escapeHtml(direction)}"` : ''}`;
  const own = attribs.id ? `<a id="${escapeHtml(anchorOf(number, attribs.id))}"></a>` : '';
  const content = render(body.children, { xmlMode: false, encodeEntities: 'utf8' });
  return `<section class="${escapeHtml(all)}" id="${anchorOf(number, '')}"${more}>${own}${content}</section>`;
}
