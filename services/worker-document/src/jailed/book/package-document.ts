import type { Document, Element } from 'domhandler';
import { DomUtils, parseDocument } from 'htmlparser2';
import { type Container, resolveReference } from './container.js';

/** The metadata and the files that the package document lists. */
export interface PackageDocument {
  readonly title: string;
  readonly language: string;
  readonly identifier: string;
  readonly publisher: string;
  readonly date: string;
  readonly authors: readonly string[];
  /** Paths of the documents in reading order; some may not exist. */
  readonly spine: readonly string[];
  /** Media types by path. */
  readonly types: ReadonlyMap<string, string>;
  readonly coverPath: string | undefined;
  /** The navigation document of EPUB 3, and the NCX of earlier versions. */
  readonly navigationPath: string | undefined;
  readonly ncxPath: string | undefined;
  /** Obfuscation methods of fonts, by path. */
  readonly obfuscated: ReadonlyMap<string, string>;
}

/** Elements with a name, with any prefix. */
export const elementsOf = (root: Document | Element, name: string): Element[] =>
  DomUtils.findAll((element) => localName(element) === name, root.children);
/** The name of an element without its prefix, in lower case. */
export const localName = ({ name }: Element): string => name.slice(name.indexOf(':') + 1).toLowerCase();
/** Parses XML as far as possible: errors are ignored. */
export const parseXml = (text: string): Document => parseDocument(text, { xmlMode: true });

/** @throws {Error} if the container names no existing package document */
export async function readPackageDocument(container: Container): Promise<PackageDocument> {
  const parse = async (path: string) => parseXml((await container.text(path)) ?? '');
  const paths = elementsOf(await parse('META-INF/container.xml'), 'rootfile').map(
    (file) => file.attribs['full-path'] ?? '',
  );
  const path = paths.find((candidate) => container.has(candidate));
  if (path === undefined) throw new Error('no package document');
  const root = await parse(path);
  const items = elementsOf(root, 'item').flatMap(({ attribs }) => {
    const target = resolveReference(path, attribs.href ?? '');
    return target && 'path' in target ? [{ ...attribs, path: target.path }] : [];
  }) as Record<string, string>[];
  const pathOf = new Map(items.map(({ id = '', path: itemPath = '' }) => [id, itemPath]));
  const texts = (name: string) =>
    elementsOf(root, name).map((element) => DomUtils.textContent(element).trim());
  const [spine] = elementsOf(root, 'spine');
  const [packageElement] = elementsOf(root, 'package');
  return {
    title: texts('title')[0] ?? '',
    authors: texts('creator'),
    language: texts('language')[0] ?? '',
    publisher: texts('publisher')[0] ?? '',
    date: texts('date')[0] ?? '',
    identifier: identifierOf(root, packageElement?.attribs['unique-identifier']),
    spine: elementsOf(root, 'itemref').flatMap(({ attribs }) => pathOf.get(attribs.idref ?? '') ?? []),
    types: new Map(items.map((item) => [item.path ?? '', item['media-type'] ?? ''])),
    coverPath: coverOf(root, items, pathOf),
    navigationPath: withProperty(items, 'nav'),
    ncxPath: pathOf.get(spine?.attribs.toc ?? ''),
    obfuscated: await obfuscatedOf(container),
  };
}

function identifierOf(root: Document, id: string | undefined): string {
  const identifiers = elementsOf(root, 'identifier');
  const unique = identifiers.find(({ attribs }) => attribs.id === id) ?? identifiers[0];
  return unique ? DomUtils.textContent(unique).trim() : '';
}

const withProperty = (items: readonly Record<string, string>[], name: string): string | undefined =>
  items.find(({ properties = '' }) => properties.split(/\s+/).includes(name))?.path;

/** By property (EPUB 3) or by name (EPUB 2). */
function coverOf(
  root: Document,
  items: readonly Record<string, string>[],
  pathOf: ReadonlyMap<string, string>,
) {
  const named = elementsOf(root, 'meta').find(({ attribs }) => attribs.name === 'cover');
  return withProperty(items, 'cover-image') ?? pathOf.get(named?.attribs.content ?? '');
}

async function obfuscatedOf(container: Container): Promise<Map<string, string>> {
  const root = parseXml((await container.text('META-INF/encryption.xml')) ?? '');
  return new Map(
    elementsOf(root, 'encrypteddata').flatMap((data): [string, string][] => {
      const method = elementsOf(data, 'encryptionmethod')[0]?.attribs.Algorithm;
      const uri = elementsOf(data, 'cipherreference')[0]?.attribs.URI;
      const target = uri === undefined ? undefined : resolveReference('', uri);
      return method && target && 'path' in target ? [[target.path, method]] : [];
    }),
  );
}

/** Whether a chapter contains nothing but a picture. */
export const isPicturePage = (body: Element): boolean =>
  DomUtils.textContent(body).trim() === '' &&
  DomUtils.findAll((element) => ['img', 'image'].includes(localName(element)), body.children).length === 1;
