import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';

/** An element of an XML file, parsed strictly. */
interface Node {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Node[];
  text: string;
}

/** A line of a table of contents. */
interface TocEntry {
  readonly label: string;
  readonly target: string;
  readonly depth: number;
}

/** The content of an EPUB as a reading program sees it, and every rule of the container that it breaks. */
interface EpubReport {
  readonly problems: readonly string[];
  readonly version: string;
  readonly metadata: Readonly<Record<string, readonly string[]>>;
  readonly toc: readonly TocEntry[];
  /** Text of the documents of the spine, in order. */
  readonly text: string;
  readonly coverPath: string | undefined;
  /** Links inside the book: `<file> > <file>#<fragment>`. */
  readonly links: readonly string[];
  readonly addresses: readonly string[];
  readonly pictures: readonly string[];
  readonly fonts: readonly string[];
}

const MAGIC: Readonly<Record<string, RegExp>> = {
  'image/png': /^\x89PNG/,
  'image/jpeg': /^\xff\xd8\xff/,
  'image/gif': /^GIF8/,
};
const XHTML = 'application/xhtml+xml';

function parse(text: string, file: string, problems: string[]): Node {
  const root: Node = { name: '#root', attributes: {}, children: [], text: '' };
  const stack = [root];
  const parser = new SaxesParser({ fragment: false });
  parser.ENTITIES.nbsp = '\u00a0';
  parser.on('error', (error) => problems.push(`${file} is not well-formed: ${error.message}`));
  parser.on('opentag', ({ name, attributes }) => {
    const node: Node = {
      name: name.replace(/^.*:/, ''),
      attributes: attributes as Record<string, string>,
      children: [],
      text: '',
    };
    stack.at(-1)?.children.push(node);
    stack.push(node);
  });
  parser.on('closetag', () => void stack.pop());
  parser.on('text', (chunk) => {
    for (const node of stack) node.text += chunk;
  });
  parser.write(text).close();
  return root;
}

const descendantsOf = (node: Node): Node[] =>
  node.children.flatMap((child) => [child, ...descendantsOf(child)]);
const elementsNamed = (node: Node, name: string): Node[] =>
  descendantsOf(node).filter((each) => each.name === name);

/**
 * Checks a book against the rules of its container, independently of the programs that write books.
 *
 * @see https://www.w3.org/TR/epub-33/ and https://idpf.org/epub/20/spec/OPF_2.0_final_spec.html
 */
export function checkEpub(path: string): EpubReport {
  const folder = mkdtempSync(join(tmpdir(), 'epub-check-'));
  try {
    return new EpubCheck(path, folder).report();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

class EpubCheck {
  private readonly problems: string[] = [];
  private readonly entries: readonly string[];

  constructor(
    path: string,
    private readonly folder: string,
  ) {
    const bytes = readFileSync(path);
    if (bytes.toString('latin1', 30, 38) !== 'mimetype')
      this.problems.push('mimetype is not the first entry');
    if (bytes.readUInt16LE(8) !== 0) this.problems.push('mimetype is compressed');
    if (bytes.readUInt16LE(28) !== 0) this.problems.push('mimetype has an extra field');
    if (bytes.toString('latin1', 38, 58) !== 'application/epub+zip')
      this.problems.push('mimetype is not application/epub+zip');
    execFileSync('/usr/bin/unzip', ['-tq', path]);
    execFileSync('/usr/bin/unzip', ['-q', '-o', path, '-d', folder]);
    const list = execFileSync('/usr/bin/unzip', ['-Z1', path], { encoding: 'utf8' });
    this.entries = list.split('\n').filter((name) => name && !name.endsWith('/'));
  }

  private read(name: string): string {
    const path = join(this.folder, name);
    if (existsSync(path)) return readFileSync(path, 'utf8');
    this.problems.push(`${name} is missing`);
    return '<missing/>';
  }

  private xml(name: string): Node {
    return parse(this.read(name), name, this.problems);
  }

  /** Path of the target of a reference in a file, with its fragment. */
  private resolve(base: string, reference: string): string {
    const url = new URL(reference, `epub:///${base.split('/').map(encodeURIComponent).join('/')}`);
    return decodeURIComponent(url.pathname.slice(1) + url.hash);
  }

  report(): EpubReport {
    const opfPath =
      elementsNamed(this.xml('META-INF/container.xml'), 'rootfile')[0]?.attributes['full-path'] ?? '';
    const opf = this.xml(opfPath);
    const version = elementsNamed(opf, 'package')[0]?.attributes.version ?? '';
    const items = elementsNamed(opf, 'item').map(({ attributes }) => ({
      id: attributes.id ?? '',
      path: this.resolve(opfPath, attributes.href ?? ''),
      type: attributes['media-type'] ?? '',
      properties: (attributes.properties ?? '').split(' '),
    }));
    this.checkManifest(opfPath, items);
    const spine = elementsNamed(opf, 'itemref').flatMap(({ attributes }) => {
      const item = items.find(({ id }) => id === attributes.idref);
      if (!item) this.problems.push(`the spine names ${attributes.idref}, which is not in the manifest`);
      else if (item.type !== XHTML) this.problems.push(`the spine names ${item.path}, which is ${item.type}`);
      return item ? [item] : [];
    });
    const documents = new Map(
      items.filter(({ type }) => type === XHTML).map(({ path }) => [path, this.xml(path)]),
    );
    const ids = new Map([...documents].map(([path, root]) => [path, this.idsOf(path, root)]));
    const links = this.checkReferences(documents, ids, new Set(items.map(({ path }) => path)));
    const coverId = elementsNamed(opf, 'meta').find(({ attributes }) => attributes.name === 'cover')
      ?.attributes.content;
    const cover = items.find(({ id, properties }) => properties.includes('cover-image') || id === coverId);
    const ofType = (pattern: RegExp) =>
      items.filter(({ type }) => pattern.test(type)).map(({ path }) => path);
    return {
      version,
      metadata: this.metadataOf(opf),
      toc: this.tocOf(opf, version, items, ids),
      text: spine
        .map(({ path }) =>
          elementsNamed(documents.get(path) ?? opf, 'body')
            .map(({ text }) => text)
            .join('\n'),
        )
        .join('\n'),
      coverPath: cover?.path,
      ...links,
      pictures: ofType(/^image\//),
      fonts: ofType(/font|opentype/),
      problems: this.problems,
    };
  }

  private checkManifest(opfPath: string, items: readonly { id: string; path: string; type: string }[]): void {
    for (const key of ['id', 'path'] as const) {
      const values = items.map((item) => item[key]);
      if (new Set(values).size !== values.length) this.problems.push(`two items have the same ${key}`);
    }
    for (const { path, type } of items) {
      if (!this.entries.includes(path)) this.problems.push(`the item ${path} is missing`);
      else if (
        MAGIC[type] &&
        !MAGIC[type].test(readFileSync(join(this.folder, path)).toString('latin1', 0, 8))
      ) {
        this.problems.push(`${path} is not ${type}`);
      }
    }
    const listed = new Set(items.map(({ path }) => path));
    const contentFiles = this.entries.filter(
      (name) => name !== opfPath && name !== 'mimetype' && !name.startsWith('META-INF/'),
    );
    for (const name of contentFiles)
      if (!listed.has(name)) this.problems.push(`${name} is not in the manifest`);
  }

  private metadataOf(opf: Node): Record<string, string[]> {
    const metadata: Record<string, string[]> = {};
    for (const { name, text } of elementsNamed(opf, 'metadata')[0]?.children ?? [])
      metadata[name] = [...(metadata[name] ?? []), text.trim()];
    for (const name of ['title', 'identifier', 'language']) {
      if (!metadata[name]?.[0]) this.problems.push(`there is no ${name}`);
    }
    const unique = elementsNamed(opf, 'package')[0]?.attributes['unique-identifier'];
    const hasIdentifier = elementsNamed(opf, 'identifier').some(({ attributes }) => attributes.id === unique);
    if (!hasIdentifier) this.problems.push('the unique identifier is missing');
    return metadata;
  }

  private idsOf(path: string, root: Node): Set<string> {
    const found = descendantsOf(root).flatMap(
      ({ attributes, name }) => attributes.id ?? (name === 'a' ? attributes.name : undefined) ?? [],
    );
    if (new Set(found).size !== found.length) this.problems.push(`${path} has a duplicate id`);
    if (elementsNamed(root, 'body').length !== 1) this.problems.push(`${path} has no single body`);
    return new Set(found);
  }

  private checkReferences(
    documents: ReadonlyMap<string, Node>,
    ids: ReadonlyMap<string, Set<string>>,
    files: ReadonlySet<string>,
  ) {
    const links: string[] = [];
    const addresses: string[] = [];
    for (const [path, root] of documents) {
      for (const { name, attributes } of descendantsOf(root)) {
        const reference = attributes.src ?? attributes['xlink:href'] ?? attributes.href;
        if (reference === undefined) continue;
        if (/^(?:https?|mailto):/.test(reference) && name === 'a') {
          addresses.push(reference);
          continue;
        }
        if (/^data:/.test(reference)) continue;
        const target = this.resolve(path, reference);
        this.checkTarget(path, target, ids, files);
        if (name === 'a') links.push(`${path} > ${target}`);
      }
    }
    return { links, addresses };
  }

  private checkTarget(
    from: string,
    target: string,
    ids: ReadonlyMap<string, Set<string>>,
    files?: ReadonlySet<string>,
  ): void {
    const [path = '', fragment = ''] = target.split('#');
    if (files && !files.has(path)) this.problems.push(`${from} refers to ${target}, which does not exist`);
    if (fragment && ids.has(path) && !ids.get(path)?.has(fragment))
      this.problems.push(`${from} refers to ${target}, which has no such id`);
  }

  private tocOf(
    opf: Node,
    version: string,
    items: readonly { id: string; path: string; properties: readonly string[] }[],
    ids: ReadonlyMap<string, Set<string>>,
  ): TocEntry[] {
    const nav = items.find(({ properties }) => properties.includes('nav'));
    const ncx = items.find(({ id }) => id === elementsNamed(opf, 'spine')[0]?.attributes.toc);
    if (version.startsWith('3') && !nav) this.problems.push('there is no navigation document');
    if (!nav && !ncx) this.problems.push('there is no table of contents');
    const source = nav ?? ncx;
    if (!source) return [];
    const root = this.xml(source.path);
    const entries = nav
      ? this.navEntries(root, nav.path)
      : this.ncxEntries(elementsNamed(root, 'navMap')[0], source.path, 0);
    for (const { target } of entries)
      this.checkTarget(source.path, target, ids, new Set(items.map(({ path }) => path)));
    return entries;
  }

  private navEntries(root: Node, base: string): TocEntry[] {
    const toc = elementsNamed(root, 'nav').find(({ attributes }) => attributes['epub:type'] === 'toc');
    if (!toc) this.problems.push('the navigation document has no contents');
    const walk = (list: Node, depth: number): TocEntry[] =>
      list.children.flatMap((item) => {
        const link = item.children.find(({ name }) => name === 'a');
        const inner = item.children
          .filter(({ name }) => name === 'ol')
          .flatMap((nested) => walk(nested, depth + 1));
        return link
          ? [
              { label: link.text.trim(), target: this.resolve(base, link.attributes.href ?? ''), depth },
              ...inner,
            ]
          : inner;
      });
    return (toc?.children ?? []).filter(({ name }) => name === 'ol').flatMap((list) => walk(list, 0));
  }

  private ncxEntries(parent: Node | undefined, base: string, depth: number): TocEntry[] {
    return (parent?.children ?? [])
      .filter(({ name }) => name === 'navPoint')
      .flatMap((point) => {
        const label = point.children.find(({ name }) => name === 'navLabel')?.text.trim() ?? '';
        const target = this.resolve(
          base,
          point.children.find(({ name }) => name === 'content')?.attributes.src ?? '',
        );
        return [{ label, target, depth }, ...this.ncxEntries(point, base, depth + 1)];
      });
  }
}
