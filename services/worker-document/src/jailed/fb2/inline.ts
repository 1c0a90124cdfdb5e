import { type ChildNode, type Element, isTag } from 'domhandler';
import { DomUtils } from 'htmlparser2';

/**
 * Characters that XML forbids (XML 1.0, section 2.2), and private-use characters, of which two are used as marks here.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufdd0-\ufdef\ufffe\uffff]/g;
const STYLES: Readonly<Record<string, string>> = {
  ...{
    em: 'emphasis',
    i: 'emphasis',
    cite: 'emphasis',
    dfn: 'emphasis',
    var: 'emphasis',
    strong: 'strong',
    b: 'strong',
  },
  ...{
    sub: 'sub',
    sup: 'sup',
    code: 'code',
    tt: 'code',
    kbd: 'code',
    samp: 'code',
    s: 'strikethrough',
    del: 'strikethrough',
  },
};
/** Block elements. */
export const BLOCKS = new Set(
  'p div section article main header footer nav aside h1 h2 h3 h4 h5 h6 hgroup ul ol li dl dt dd blockquote pre table figure figcaption hr body address center details summary fieldset legend'.split(
    ' ',
  ),
);
/** Parts of a table that becomes text, which also start a new line. */
const CELLS = new Set(['caption', 'tr', 'td', 'th']);
/** Marks around an anchor until all ids are known; mark of a line break. */
const ANCHOR_MARK = '\ufdd0';
const BREAK_MARK = '\ufdd1';

/** Escapes a text for XML, without the characters that XML forbids. */
export const escapeXml = (text: string): string =>
  text
    .replace(FORBIDDEN, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** Pictures that a FictionBook can hold, by their file names. */
export class Binaries {
  readonly names = new Set<string>();

  /** @returns an element for a picture with a file, else its description */
  image({ attribs }: Element): string {
    const name = attribs.src ?? '';
    if (!/^picture-\d+\.\w+$/.test(name)) return escapeXml(attribs.alt ?? '');
    this.names.add(name);
    return `<image l:href="#${name}"${attribs.alt ? ` alt="${escapeXml(attribs.alt)}"` : ''}/>`;
  }
}

/** Converts inline nodes of HTML to the text and elements of a FictionBook paragraph. */
export function inlineOf(nodes: readonly ChildNode[], binaries: Binaries): string {
  return nodes
    .map((node) =>
      node.type === 'text'
        ? escapeXml(node.data.replace(/\s+/g, ' '))
        : isTag(node)
          ? elementOf(node, binaries)
          : '',
    )
    .join('');
}

function elementOf(element: Element, binaries: Binaries): string {
  if (element.name === 'br') return BREAK_MARK;
  if (element.name === 'img') return binaries.image(element);
  const inner = inlineOf(element.children, binaries);
  if (BLOCKS.has(element.name) || CELLS.has(element.name)) return BREAK_MARK + inner + BREAK_MARK;
  const style = STYLES[element.name];
  if (style && inner) return `<${style}>${inner}</${style}>`;
  const { href = '', 'epub:type': kind = '' } = element.attribs;
  if (element.name !== 'a' || !href || !inner) return inner;
  const target = href.startsWith('#')
    ? `#${ANCHOR_MARK}${escapeXml(href.slice(1))}${ANCHOR_MARK}`
    : escapeXml(href);
  return `<a l:href="${target}"${/noteref/.test(kind) ? ' type="note"' : ''}>${inner}</a>`;
}

/** Ids of an element and of all its descendants, in order. */
export const idsIn = (element: Element): string[] =>
  [element, ...DomUtils.findAll(isTag, element.children)].flatMap(({ attribs }) => attribs.id ?? []);

/** Splits a line at its breaks; elements that continue over a break are closed and opened again. */
export function splitAtBreaks(inline: string): string[] {
  const lines: string[] = [];
  const open: string[] = [];
  let line = '';
  for (const piece of inline.split(/(<[^<>]*>|\ufdd1)/)) {
    if (piece === BREAK_MARK) {
      lines.push(
        line +
          open
            .toReversed()
            .map((tag) => `</${nameOf(tag)}>`)
            .join(''),
      );
      line = open.join('');
      continue;
    }
    if (piece.startsWith('</')) open.pop();
    else if (piece.startsWith('<') && !piece.endsWith('/>')) open.push(piece);
    line += piece;
  }
  return [...lines, line]
    .map((text) => text.trim())
    .filter((text) => text.replace(/<\/?[a-z][^<>]*>/g, '').trim() !== '' || text.includes('<image'));
}

const nameOf = (tag: string): string => /^<([\w-]+)/.exec(tag)?.[1] ?? '';

/** Replaces every marked anchor by its id; a link without a target becomes text. */
export function replaceAnchors(xml: string, idsByAnchor: ReadonlyMap<string, string>): string {
  /** Open links, and whether they have a target. */
  const open: boolean[] = [];
  return xml.replace(
    /<a l:href="(?:#\ufdd0([^\ufdd0<>]*)\ufdd0)?([^<>]*)>|<\/a>/g,
    (tag, name: string | undefined, more: string) => {
      if (tag === '</a>') return open.pop() === false ? '' : tag;
      const id = name === undefined ? undefined : idsByAnchor.get(name);
      open.push(name === undefined || id !== undefined);
      if (name === undefined) return tag;
      return id === undefined ? '' : `<a l:href="#${id}${more}>`;
    },
  );
}
