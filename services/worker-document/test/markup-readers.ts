import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DomUtils, parseDocument } from 'htmlparser2';
import { readPalmBook } from './ebook-palm.js';
import { HTML, named, type Outline, outlineOf, type Vocabulary } from './markup-outline.js';

/** What programs other than pandoc find in a document. Each of them also refuses, or is told to refuse, what is wrong. */

const run = (program: string, args: readonly string[], input?: string): string =>
  execFileSync(`/usr/bin/${program}`, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    ...(input !== undefined && { input }),
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { LANG: 'C.UTF-8', PATH: '/usr/bin', HOME: tmpdir() },
  });

const SCRIPT = fileURLToPath(new URL('./markup-reading.py', import.meta.url));
const python = (kind: string, path: string): string => run('python3', ['-W', 'ignore', SCRIPT, kind, path]);
const text = (path: string): string => readFileSync(path, 'utf8');

/** Fields before the text, which sites that show Markdown do not show. */
const withoutFields = (markdown: string): string => markdown.replace(/^---\n[\s\S]*?\n(?:---|\.\.\.)\n/, '');
const markdown = (source: string): string =>
  run('cmark-gfm', ['-e', 'table', '-e', 'strikethrough', '-e', 'autolink', '--unsafe'], source);

const ORG = '$stdin.set_encoding("UTF-8"); require "org-ruby"; puts Orgmode::Parser.new($stdin.read).to_html';
const CREOLE = 'local $/; binmode STDIN, ":utf8"; print creole_parse(<STDIN>)';

const DOCBOOK_SCHEMA = '/usr/share/xml/docbook/schema/rng/5.0/docbook.rng';
const DOCBOOK_STYLE = '/usr/share/xml/docbook/stylesheet/docbook-xsl-ns/xhtml5/docbook.xsl';
/** Neither a table of contents nor a file of styles. */
const NO_TOC = [
  '--nonet',
  ...['generate.toc', 'docbook.css.source'].flatMap((name) => ['--stringparam', name, '']),
];
/** @throws {Error} if the document does not follow the schema of DocBook 5 */
function docbook(path: string): string {
  run('xmllint', ['--nonet', '--noout', '--relaxng', DOCBOOK_SCHEMA, path]);
  return run('xsltproc', [...NO_TOC, DOCBOOK_STYLE, path]);
}

const DOKUWIKI = fileURLToPath(new URL('./markup-dokuwiki.php', import.meta.url));
const dokuwiki = (path: string): string =>
  inFolder((folder) => run('php', ['-d', 'error_reporting=0', DOKUWIKI, folder], text(path)));

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'outline-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Programs whose output is a web page. */
const TO_HTML: Readonly<Record<string, (path: string) => string>> = {
  html: text,
  md: (path) => markdown(withoutFields(text(path))),
  // Ends at the first warning.
  rst: (path) => run('rst2html5', ['--halt=warning', '--no-file-insertion', '--no-raw', path]),
  org: (path) => run('ruby', ['-e', ORG], text(path)),
  mediawiki: (path) => python('mediawiki', path),
  dokuwiki,
  textile: (path) => python('textile', path),
  ipynb: (path) => markdown(python('ipynb', path)),
  tex: (path) => python('tex', path),
  man: (path) => run('mandoc', ['-Kutf-8', '-Thtml', '-O', 'fragment', path]),
  adoc: (path) => run('asciidoctor', ['--failure-level=WARN', '--embedded', '-o', '-', path]),
  texi: (path) =>
    run('texi2any', ['--html', '--no-split', '--error-limit=0', '-c', 'NUMBER_SECTIONS=0', '-o', '-', path]),
  creole: (path) => run('perl', ['-CO', '-MText::WikiCreole', '-e', CREOLE], text(path)),
  t2t: (path) => run('txt2tags', ['-t', 'html', '-H', '-o', '-', path]),
  azw3: (path) => readPalmBook(path).html,
  htmlz: (path) => run('unzip', ['-p', path, 'index.html']),
};

/** Names of elements in formats that are XML; the parser is that of the test. */
const XML: Readonly<Record<string, Vocabulary>> = {
  jats: {
    heading: ({ name, parent }) =>
      name === 'title' && parent !== null && 'name' in parent && parent.name === 'sec',
    item: named('list-item'),
    row: named('tr'),
    cell: named('th', 'td'),
    strong: named('bold'),
    link: ({ name, attribs }) => (name === 'ext-link' ? attribs['xlink:href'] : undefined),
  },
  tei: {
    heading: named('head'),
    item: named('item'),
    row: named('row'),
    cell: named('cell'),
    strong: ({ name, attribs }) => name === 'hi' && attribs.rendition === 'simple:bold',
    link: ({ name, attribs }) => (name === 'ref' ? attribs.target : undefined),
    skip: named('teiHeader'),
  },
  opml: { heading: named('never') },
  zimwiki: {
    heading: named('h'),
    item: named('li'),
    row: named('thead', 'trow'),
    cell: named('th', 'td'),
    strong: named('strong'),
    link: ({ name, attribs }) => (name === 'link' ? attribs.href : undefined),
  },
  docx: {
    heading: (element) => element.name === 'w:p' && /^(?:Heading\d|Title)$/.test(styleOf(element)),
    item: (element) =>
      element.name === 'w:p' && DomUtils.findOne(named('w:numPr'), element.children) !== null,
    row: named('w:tr'),
    cell: named('w:tc'),
    strong: ({ name, children }) => name === 'w:r' && DomUtils.findOne(named('w:b'), children, true) !== null,
  },
  odt: {
    heading: named('text:h'),
    item: named('text:list-item'),
    row: named('table:table-row'),
    cell: named('table:table-cell'),
    link: ({ name, attribs }) => (name === 'text:a' ? attribs['xlink:href'] : undefined),
    skip: named('office:automatic-styles'),
  },
  fb2: {
    heading: ({ name, parent }) =>
      name === 'title' && parent !== null && 'name' in parent && parent.name === 'section',
    row: named('tr'),
    cell: named('th', 'td'),
    strong: named('strong'),
    link: ({ name, attribs }) => (name === 'a' ? (attribs['l:href'] ?? attribs['xlink:href']) : undefined),
    skip: named('description', 'binary'),
  },
};

/** Mobipocket has no headings: they are lines of large bold letters. */
const MOBI: Vocabulary = {
  ...HTML,
  heading: ({ name, attribs }) => name === 'font' && Number(attribs.size) > 3,
  // Headings, and the head of a table, are bold as well.
  strong: ({ name, parent }) =>
    name === 'b' && parent !== null && 'name' in parent && !['font', 'th', 'td'].includes(parent.name),
};

/** A book without its last part, the table of contents. */
function mobi(path: string): Outline {
  const { html } = readPalmBook(path);
  const [, place] = /<reference type="toc"[^>]* filepos=(\d+)/.exec(html) ?? [];
  return outlineOf(
    Buffer.from(html).toString('utf8', 0, place === undefined ? undefined : Number(place)),
    MOBI,
  );
}

const styleOf = ({ children }: Parameters<Vocabulary['heading']>[0]): string =>
  DomUtils.findOne(named('w:pStyle'), children)?.attribs['w:val'] ?? '';

/** Paragraph styles carry the structure of a story; links lie beside it. */
function icml(path: string): Outline {
  const source = text(path);
  const root = parseDocument(source, { xmlMode: true });
  const links = DomUtils.getElementsByTagName('HyperlinkURLDestination', root);
  const isParagraph =
    (style: RegExp): Vocabulary['heading'] =>
    ({ name, attribs }) =>
      name === 'ParagraphStyleRange' && style.test(attribs.AppliedParagraphStyle ?? '');
  const outline = outlineOf(
    source,
    {
      heading: isParagraph(/\/Header\d/),
      item: isParagraph(/\/(?:Bul|Num)List/),
      row: named('Table'),
      cell: named('Cell'),
      strong: ({ attribs }) => attribs.AppliedCharacterStyle === 'CharacterStyle/Bold',
      skip: ({ name }) => /^Root|^Hyperlink(?:URL)?$|^BorderColor$/.test(name),
    },
    true,
  );
  // A table has one list of cells; its columns say where a row ends.
  const columns = DomUtils.getElementsByTagName('Table', root).map(({ attribs }) =>
    Number(attribs.ColumnCount),
  );
  const rows = outline.rows.flatMap((cells, at) => chunks(cells, columns[at] ?? 1));
  return { ...outline, rows, links: links.flatMap(({ attribs }) => attribs.DestinationURL ?? []) };
}

function chunks<T>(list: readonly T[], length: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / length) }, (_, at) =>
    list.slice(at * length, (at + 1) * length),
  );
}

/** Outlines have their text in attributes. */
function opml(path: string): Outline {
  const root = parseDocument(text(path), { xmlMode: true });
  const lines = DomUtils.getElementsByTagName('outline', root).map(({ attribs }) => attribs.text ?? '');
  return { headings: lines, items: [], rows: [], links: [], strong: [], text: lines.join(' ') };
}

function docx(path: string): Outline {
  const vocabulary = XML.docx as Vocabulary;
  const outline = outlineOf(run('unzip', ['-p', path, 'word/document.xml']), vocabulary, true);
  const relations = parseDocument(run('unzip', ['-p', path, 'word/_rels/document.xml.rels']), {
    xmlMode: true,
  });
  const links = DomUtils.getElementsByTagName('Relationship', relations)
    .filter(({ attribs }) => attribs.Type?.endsWith('/hyperlink'))
    .flatMap(({ attribs }) => attribs.Target ?? []);
  return { ...outline, links };
}

const ODT_PARTS = ['content.xml'];
const READERS: Readonly<Record<string, (path: string) => Outline>> = {
  docbook: (path) => outlineOf(docbook(path), HTML, true),
  epub: (path) => outlineOf(run('unzip', ['-p', path, 'EPUB/text/ch*.xhtml']), HTML, true),
  icml,
  opml,
  docx,
  mobi,
  odt: (path) => outlineOf(run('unzip', ['-p', path, ...ODT_PARTS]), XML.odt as Vocabulary, true),
  zimwiki: (path) => outlineOf(python('zimwiki', path), XML.zimwiki as Vocabulary, true),
};

/** What a reader cannot see, or the format cannot hold. */
const UNSEEN: Readonly<Record<string, readonly (keyof Outline)[]>> = {
  man: ['links'],
  odt: ['strong'],
  fb2: ['items'],
};

/** Whether a program other than pandoc reads this format. */
export const isReadable = (format: string): boolean =>
  format in READERS || format in TO_HTML || format in XML;

/**
 * What a program that did not write a document finds in it.
 *
 * @throws {Error} if it refuses the document
 */
export function readOutline(path: string, format: string): Partial<Outline> {
  const toHtml = TO_HTML[format];
  const outline =
    READERS[format]?.(path) ??
    (toHtml ? outlineOf(toHtml(path), HTML) : outlineOf(wellFormed(path), XML[format] as Vocabulary, true));
  const unseen = UNSEEN[format] ?? [];
  return Object.fromEntries(
    Object.entries(outline).filter(([part]) => !unseen.includes(part as keyof Outline)),
  );
}

/** @throws {Error} if an XML parser refuses the document */
function wellFormed(path: string): string {
  run('xmllint', ['--nonet', '--noout', path]);
  return text(path);
}

/** Reads a document that is in memory. */
export function readOutlineOf(content: string, format: string): Partial<Outline> {
  return inFolder((folder) => {
    const path = join(folder, `in.${format}`);
    writeFileSync(path, content);
    return readOutline(path, format);
  });
}
