import render from 'dom-serializer';
import { isTag } from 'domhandler';
import { DomUtils, parseDocument } from 'htmlparser2';
import { bodyOf, cleanChildren } from '../book/chapter.js';
import type { LuaValue } from './pandoc-fields.js';

/** Names of meta elements by pandoc's field names. */
const META: Readonly<Record<string, string>> = {
  date: 'date',
  'dcterms.date': 'date',
  publisher: 'publisher',
  'dc.publisher': 'publisher',
  identifier: 'identifier',
  rights: 'rights',
  description: 'description',
  subject: 'subject',
};

/** A web page's text and anchors, and the metadata of its head. */
interface WebPage {
  readonly html: string;
  readonly properties: Readonly<Record<string, LuaValue>>;
}

/** Removes what runs or is external from a web page: only embedded pictures stay. */
export async function readWebPage(text: string): Promise<WebPage> {
  const root = parseDocument(text);
  const properties: Record<string, LuaValue> = {};
  const authors: string[] = [];
  for (const element of DomUtils.findAll(isTag, root.children)) {
    const { name = '', content = '', lang } = element.attribs;
    const field = META[name.toLowerCase()];
    if (element.name === 'html' && lang) properties.language = lang;
    if (element.name === 'title' && !properties.title)
      properties.title = DomUtils.textContent(element).trim();
    if (element.name === 'meta' && field && content) properties[field] = content;
    if (element.name === 'meta' && name.toLowerCase() === 'author' && content) authors.push(content);
  }
  if (authors.length > 0) properties.authors = authors;
  const body = bodyOf(root);
  const page = { path: 'index.html', number: 0 };
  const context = {
    place: async () => undefined,
    placeDrawing: async (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    reportDropped: () => undefined,
    numbers: new Map([[page.path, page.number]]),
    linkedAnchors: new Set<string>(),
  };
  // A fragment of a page has no body element.
  const content = body ?? parseDocument(`<body>${text}</body>`).children.find(isTag);
  if (content) await cleanChildren(content, page, context);
  return {
    html: `<!DOCTYPE html><html><body>${render(content?.children ?? [], { encodeEntities: 'utf8' })}</body></html>`,
    properties,
  };
}

const FEATURES: readonly (readonly [kind: string, ...patterns: RegExp[]])[] = [
  ['styles', /<style\b|\sstyle\s*=/i, /<link\b[^<>]*stylesheet/i],
  ['scripts', /<script\b/i],
  ['media', /<(?:audio|video|object|embed|iframe)\b/i],
  ['forms', /<(?:form|input|button|select|textarea)\b/i],
  ['outside', /<img\b[^<>]*?\ssrc\s*=\s*(?:["']\s*)?(?!data:)[^\s"']/i],
];

/** Features of a web page besides its text: `styles`, `scripts`, `media`, `forms`, `outside`. */
export const featuresOf = (html: string): string[] =>
  FEATURES.filter(([, ...patterns]) => patterns.some((pattern) => pattern.test(html))).map(([kind]) => kind);
