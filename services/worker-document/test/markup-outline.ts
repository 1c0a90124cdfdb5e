import { type AnyNode, type Element, isTag, isText } from 'domhandler';
import { DomUtils, parseDocument } from 'htmlparser2';

/** What a reader finds in a document, in its order. */
export interface Outline {
  readonly headings: readonly string[];
  /** Items of all lists; text of nested lists belongs to their own items. */
  readonly items: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Web addresses. */
  readonly links: readonly string[];
  readonly strong: readonly string[];
  readonly text: string;
}

/** How a kind of document marks its parts; a missing one is not looked for. */
export interface Vocabulary {
  readonly heading: (element: Element) => boolean;
  readonly item?: (element: Element) => boolean;
  readonly row?: (element: Element) => boolean;
  readonly cell?: (element: Element) => boolean;
  readonly strong?: (element: Element) => boolean;
  /** @returns the address of an element that is a link */
  readonly link?: (element: Element) => string | undefined;
  /** Parts that are no content. */
  readonly skip?: (element: Element) => boolean;
}

/** Predicate for elements of these names. */
export const named =
  (...names: string[]) =>
  (element: Element): boolean =>
    names.includes(element.name);

const classOf = ({ attribs }: Element): string => attribs.class ?? '';
/** A term and its definition, as manual pages have items; a definition without a term is an indented block. */
const isItemOfTerms = (element: Element): boolean => {
  const term = element.name === 'dd' ? DomUtils.prevElementSibling(element) : null;
  return term?.name === 'dt' && DomUtils.textContent(term).trim() !== '';
};

/** Web pages, of whatever program. */
export const HTML: Vocabulary = {
  // docutils shows the one section below a document's title as its subtitle.
  heading: (element) => /^h[1-6]$/.test(element.name) || classOf(element) === 'subtitle',
  item: (element) => element.name === 'li' || isItemOfTerms(element),
  row: named('tr'),
  cell: named('th', 'td'),
  strong: named('strong', 'b'),
  link: ({ name, attribs }) => (name === 'a' ? attribs.href : undefined),
  // Metadata, tables of contents, the name of the top of a Texinfo document, head and foot of a manual page.
  skip: (element) =>
    ['head', 'style', 'script', 'nav'].includes(element.name) ||
    (element.name === 'h1' && classOf(element) === 'top') ||
    (element.name === 'table' && /^(?:head|foot)$/.test(classOf(element))) ||
    /\btoc\b|section-toc|docinfo/.test(classOf(element)),
};

const plain = (text: string): string => text.replace(/[\s\u00ad\u200b]+/g, ' ').trim();

/** What a document holds. @param xml - whether it is XML and not HTML */
export function outlineOf(source: string, vocabulary: Vocabulary, xml = false): Outline {
  const root = parseDocument(source, { xmlMode: xml });
  const { skip = () => false } = vocabulary;
  const textOf = (node: AnyNode, stop: (element: Element) => boolean = () => false): string => {
    if (isText(node)) return node.data;
    if (!('children' in node)) return '';
    return node.children
      .filter((child) => !isTag(child) || !(skip(child) || stop(child)))
      .map((child) => textOf(child, stop))
      .join('');
  };
  const all: Element[] = [];
  const walk = (nodes: readonly AnyNode[]): void => {
    for (const node of nodes) {
      if (!isTag(node) || skip(node)) continue;
      all.push(node);
      walk(node.children);
    }
  };
  walk(root.children);
  const matching = (test: ((element: Element) => boolean) | undefined): Element[] =>
    test ? all.filter(test) : [];
  const filled = (texts: readonly string[]): string[] => texts.map(plain).filter(Boolean);
  const cellsIn = (row: Element): string[] =>
    DomUtils.findAll((element) => vocabulary.cell?.(element) === true, row.children).map((cell) =>
      plain(textOf(cell)),
    );
  return {
    headings: filled(matching(vocabulary.heading).map((element) => textOf(element))),
    items: filled(matching(vocabulary.item).map((element) => textOf(element, vocabulary.item))),
    // Some formats have no table without a head: an empty one is written.
    rows: matching(vocabulary.row)
      .map(cellsIn)
      .filter((cells) => cells.some(Boolean)),
    links: all.flatMap((element) => vocabulary.link?.(element) ?? []).filter((url) => /^https?:/.test(url)),
    strong: filled(matching(vocabulary.strong).map((element) => textOf(element))),
    text: plain(textOf(root)),
  };
}
