import { type ChildNode, type Element, isTag } from 'domhandler';
import { DomUtils } from 'htmlparser2';
import {
  type Binaries,
  BLOCKS,
  escapeXml,
  idsIn,
  inlineOf,
  replaceAnchors,
  splitAtBreaks,
} from './inline.js';

const HEADING = /^h([1-6])$/;

interface Section {
  readonly level: number;
  readonly title: string;
  readonly id: string | undefined;
  readonly blocks: string[];
  readonly children: Section[];
}

/** The two bodies of a FictionBook: the text in nested sections, and the notes. */
interface Bodies {
  readonly text: string;
  /** Empty if there are none. */
  readonly notes: string;
}

/** State that a body shares with the notes and quotations in it. */
interface Shared {
  readonly notes: string[];
  /** FictionBook ids by the anchors of the page. */
  readonly idsByAnchor: Map<string, string>;
  /** Number of the last id. */
  ids: number;
}

/** Kind of body: chapters; a note, which contains no chapters; a quotation, which contains no quotations either. */
type Kind = 'text' | 'note' | 'quotation';

/** Converts a page of text and anchors to FictionBook 2.1. */
export class FictionBookBody {
  private readonly root: Section = { level: 0, title: '', id: undefined, blocks: [], children: [] };
  private readonly path: Section[] = [this.root];

  constructor(
    private readonly binaries: Binaries,
    private readonly kind: Kind = 'text',
    private readonly shared: Shared = { notes: [], idsByAnchor: new Map(), ids: 0 },
  ) {}

  build(nodes: readonly ChildNode[]): Bodies {
    this.addAll(nodes);
    const { notes, idsByAnchor } = this.shared;
    const sections = this.root.children.map(serialise).join('\n');
    const untitled = this.root.blocks.length > 0 ? `<section>${this.root.blocks.join('\n')}</section>\n` : '';
    const text = untitled + sections || '<section><p/></section>';
    return { text: replaceAnchors(text, idsByAnchor), notes: replaceAnchors(notes.join('\n'), idsByAnchor) };
  }

  /** Converts the blocks of a note or a quotation, which share everything with this body. */
  private innerOf(element: Element, kind: Kind): string {
    const inner = new FictionBookBody(this.binaries, kind, this.shared);
    inner.addAll(element.children);
    return inner.root.blocks.join('');
  }

  /** Adjacent inline nodes form one paragraph. */
  private addAll(nodes: readonly ChildNode[]): void {
    let line: ChildNode[] = [];
    const flush = (): void => {
      if (line.length > 0) this.addParagraph(line, line.filter(isTag).flatMap(idsIn));
      line = [];
    };
    for (const node of nodes) {
      if (!isTag(node) || !containsBlocks(node)) {
        line.push(node);
        continue;
      }
      flush();
      this.add(node);
    }
    flush();
  }

  private add(element: Element): void {
    const { name, attribs, children } = element;
    const heading = HEADING.exec(name)?.[1];
    if (heading && this.kind === 'text') this.addSection(Number(heading), element);
    else if (heading) this.addSubtitle(element);
    else if (attribs.id && /(?:foot|end|rear)note(?!s)/.test(attribs['epub:type'] ?? ''))
      this.addNote(element);
    else if (name === 'p' || name === 'dt' || name === 'figcaption')
      this.addParagraph(children, idsIn(element));
    else if (name === 'hr') this.push('<empty-line/>');
    else if (name === 'pre') this.addLines(DomUtils.textContent(element), idsIn(element));
    else if (name === 'table') this.addTable(element);
    else if (name === 'ul' || name === 'ol') this.addList(element, name === 'ol');
    else if (name === 'blockquote' && this.kind !== 'quotation') this.addQuotation(element);
    else this.addAll(children);
  }

  private push(block: string): void {
    this.path.at(-1)?.blocks.push(block);
  }

  /** @returns an id attribute for the block that contains these anchors, empty if there are none */
  private idFor(names: readonly string[]): string {
    if (names.length === 0) return '';
    const id = `id${++this.shared.ids}`;
    for (const name of names) this.shared.idsByAnchor.set(name, id);
    return ` id="${id}"`;
  }

  private addParagraph(nodes: readonly ChildNode[], names: readonly string[], before = ''): void {
    const [first, ...others] = splitAtBreaks(inlineOf(nodes, this.binaries));
    if (first === undefined) {
      if (names.length > 0) this.push(`<p${this.idFor(names)}/>`);
      return;
    }
    this.push(`<p${this.idFor(names)}>${before}${first}</p>`);
    for (const line of others) this.push(`<p>${line}</p>`);
  }

  private addSection(level: number, heading: Element): void {
    const title = splitAtBreaks(inlineOf(heading.children, this.binaries)).map((line) => `<p>${line}</p>`);
    while ((this.path.at(-1)?.level ?? 0) >= level) this.path.pop();
    const id = this.idFor(idsIn(heading));
    const section: Section = { level, title: title.join(''), id, blocks: [], children: [] };
    this.path.at(-1)?.children.push(section);
    this.path.push(section);
  }

  private addSubtitle(heading: Element): void {
    const [first, ...others] = splitAtBreaks(inlineOf(heading.children, this.binaries));
    if (first === undefined) this.addParagraph([], idsIn(heading));
    else this.push(`<subtitle${this.idFor(idsIn(heading))}>${first}</subtitle>`);
    for (const line of others) this.push(`<subtitle>${line}</subtitle>`);
  }

  private addNote(element: Element): void {
    const id = this.idFor(ownId(element));
    const content = this.innerOf(element, 'note') || '<p/>';
    const { notes } = this.shared;
    notes.push(`<section${id}><title><p>${notes.length + 1}</p></title>${content}</section>`);
  }

  private addLines(text: string, names: readonly string[]): void {
    for (const [i, line] of text.split('\n').entries()) {
      this.push(`<p${i === 0 ? this.idFor(names) : ''}><code>${escapeXml(line)}</code></p>`);
    }
  }

  private addList(list: Element, isOrdered: boolean): void {
    const items = list.children.filter((child) => isTag(child) || DomUtils.textContent(child).trim() !== '');
    for (const [i, item] of items.entries()) {
      const children = isTag(item) ? item.children : [item];
      const inline = children.filter(
        (child) => !isTag(child) || !containsBlocks(child) || child.name === 'p',
      );
      const rest = children.filter((child) => !inline.includes(child));
      const ids = [...(isTag(item) ? ownId(item) : []), ...inline.filter(isTag).flatMap(idsIn)];
      this.addParagraph(inline, ids, isOrdered ? `${i + 1}. ` : '• ');
      this.addAll(rest);
    }
  }

  private addQuotation(element: Element): void {
    const id = this.idFor(ownId(element));
    const content = this.innerOf(element, 'quotation') || (id && '<p/>');
    if (content) this.push(`<cite${id}>${content}</cite>`);
  }

  private addTable(table: Element): void {
    const partsOf = (name: string): Element[] =>
      DomUtils.getElementsByTagName(name, table.children).filter((part) => tableOf(part) === table);
    for (const caption of partsOf('caption')) this.addParagraph(caption.children, []);
    const rows = partsOf('tr').map((row) => {
      const cells = row.children.filter(isTag).filter(({ name }) => name === 'td' || name === 'th');
      return `<tr>${cells.map(({ name, children }) => `<${name}>${splitAtBreaks(inlineOf(children, this.binaries)).join(' ')}</${name}>`).join('')}</tr>`;
    });
    if (rows.length > 0) this.push(`<table${this.idFor(idsIn(table))}>${rows.join('')}</table>`);
  }
}

const ownId = ({ attribs }: Element): string[] => (attribs.id === undefined ? [] : [attribs.id]);

/** The innermost table around a cell or row. */
function tableOf(part: Element): Element | undefined {
  let at = part.parent;
  while (at && !(isTag(at) && at.name === 'table')) at = at.parent;
  return at && isTag(at) ? at : undefined;
}

const containsBlocks = (element: Element): boolean =>
  BLOCKS.has(element.name) || DomUtils.findOne(({ name }) => BLOCKS.has(name), element.children) !== null;

/** A section contains either text or sections: text before its first inner section gets a section of its own. */
function serialise({ title, id, blocks, children }: Section): string {
  const heading = title ? `<title>${title}</title>` : '';
  const text = blocks.join('\n');
  const inner = children.map(serialise).join('\n');
  const content =
    children.length === 0 ? text || '<p/>' : `${text && `<section>${text}</section>\n`}${inner}`;
  return `<section${id ?? ''}>${heading}${content}</section>`;
}
