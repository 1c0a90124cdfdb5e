import { type Document, type Element, isTag } from 'domhandler';
import { DomUtils } from 'htmlparser2';
import { type Container, resolveReference } from './container.js';
import { elementsOf, localName, type PackageDocument, parseXml } from './package-document.js';

/** A line of a book's table of contents. */
interface ContentsLine {
  readonly label: string;
  /** 1 for the outermost. */
  readonly level: number;
  /** Document that it links to. */
  readonly path: string;
}

/** Maximum number of lines of a table of contents. */
const MAX_LINES = 5_000;
const MAX_LEVEL = 6;

/** The table of contents from the navigation document or, before EPUB 3, the NCX; empty if there is none. */
export async function readContents(
  container: Container,
  book: PackageDocument,
): Promise<readonly ContentsLine[]> {
  const path = book.navigationPath ?? book.ncxPath;
  const text = path === undefined ? undefined : await container.text(path);
  if (path === undefined || text === undefined) return [];
  const root = parseXml(text);
  const [isEntry, labelIn, targetIn] = path === book.navigationPath ? NAVIGATION : NCX;
  return elementsIn(root, isEntry)
    .slice(0, MAX_LINES)
    .flatMap((entry) => {
      const target = resolveReference(path, targetIn(entry));
      const level = Math.min(MAX_LEVEL, 1 + parentsOf(entry).filter(isEntry).length);
      const label = DomUtils.textContent(labelIn(entry)).replace(/\s+/g, ' ').trim();
      return target && 'path' in target && label ? [{ label, level, path: target.path }] : [];
    });
}

type ContentsFormat = readonly [
  isEntry: (element: Element) => boolean,
  labelIn: (entry: Element) => Element[],
  targetIn: (entry: Element) => string,
];

const childOf = (element: Element, name: string): Element | undefined =>
  DomUtils.getChildren(element).find((child): child is Element => isTag(child) && localName(child) === name);
const only = (element: Element | undefined): Element[] => (element ? [element] : []);

const NAVIGATION: ContentsFormat = [
  (element) =>
    localName(element) === 'li' &&
    parentsOf(element).some((parent) => localName(parent) === 'nav' && isContents(parent)),
  (entry) => only(childOf(entry, 'a')),
  (entry) => childOf(entry, 'a')?.attribs.href ?? '',
];
const NCX: ContentsFormat = [
  (element) => localName(element) === 'navpoint',
  (entry) => only(childOf(entry, 'navlabel')),
  (entry) => childOf(entry, 'content')?.attribs.src ?? '',
];

const isContents = ({ attribs }: Element): boolean =>
  (attribs['epub:type'] ?? attribs.role ?? '').includes('toc');
const elementsIn = (root: Document, test: (element: Element) => boolean): Element[] =>
  DomUtils.findAll(test, root.children);

function parentsOf(element: Element): Element[] {
  const parents: Element[] = [];
  for (let at = element.parent; at && isTag(at); at = at.parent) parents.push(at);
  return parents;
}

/** Text with normalised white space, as in a table of contents. */
const normaliseSpace = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Whether a document already has this as a heading. */
const hasHeading = (body: Element, label: string): boolean =>
  DomUtils.findAll((element) => /^h[1-6]$/.test(localName(element)), body.children).some(
    (heading) => normaliseSpace(DomUtils.textContent(heading)) === label,
  );

/** Turns paragraphs that the table of contents lists as chapters into headings: MOBI has no others. */
export function promoteHeadings(root: Element, contents: readonly ContentsLine[]): void {
  for (const { label, level } of contents) {
    if (hasHeading(root, label)) continue;
    const [paragraph] = elementsOf(root, 'p').filter(
      (element) => normaliseSpace(DomUtils.textContent(element)) === label,
    );
    if (paragraph) paragraph.name = `h${level}`;
  }
}
