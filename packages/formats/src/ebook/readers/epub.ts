import { AppError } from '@filemill/errors';
import { type ByteReader, corrupt } from '../../bytes/byte-reader.js';
import { readZipDirectory, readZipText, type ZipDirectory } from '../../bytes/zip.js';
import { checkZip, checkZipLimits } from '../../bytes/zip-check.js';
import { ZIP_LIMITS } from '../../bytes/zip-limits.js';
import { readLocalEntries } from '../../bytes/zip-local-entries.js';
import type { Facts } from '../../define/facts.js';
import { HEAD_BYTES } from '../../define/signature.js';

/** More than any real package document; a longer one is refused. */
const MAX_TEXT_BYTES = 4 * 1024 * 1024;

/** Obfuscation of embedded fonts, which needs no key: EPUB OCF 3.3, section 4.4, and Adobe's own. */
const FONT_OBFUSCATION = ['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC'];

/**
 * Checks limits and encryption first; then the container rules that our outputs keep: a container file, the package
 * document that it names, and a spine with at least one existing document.
 *
 * @throws {AppError} FILE_ENCRYPTED under any DRM; FILE_TOO_LARGE for a zip bomb; FILE_CORRUPT as `damage` of the facts
 * @see https://www.w3.org/TR/epub-33/#sec-ocf
 */
export async function inspectEpub(reader: ByteReader): Promise<Facts> {
  const directory = await readZipDirectory(reader);
  checkZipLimits(reader, directory);
  await refuseEncrypted(reader, directory);
  await checkZip(reader, directory);
  const names = new Set(directory.entries.map(({ name }) => name));
  if (names.size !== directory.entries.length) throw corrupt('it holds one name twice');
  const container = withoutComments(await textOf(reader, directory, 'META-INF/container.xml'));
  const packagePath = firstOf(attributesOf(container, 'rootfile'), (attributes) => {
    const path = attributes['full-path'];
    return path !== undefined && names.has(path) ? path : undefined;
  });
  if (packagePath === undefined) throw corrupt('it names no package document');
  const content = withoutComments(await textOf(reader, directory, packagePath));
  if (!hasDocument(content, packagePath, names)) throw corrupt('its spine holds no document');
  return {};
}

async function refuseEncrypted(reader: ByteReader, directory: ZipDirectory): Promise<void> {
  if (!directory.entries.some(({ name }) => name === 'META-INF/encryption.xml')) return;
  const text = withoutComments(await textOf(reader, directory, 'META-INF/encryption.xml'));
  const locked = firstOf(attributesOf(text, 'EncryptionMethod'), ({ Algorithm = '' }) =>
    FONT_OBFUSCATION.includes(Algorithm) ? undefined : Algorithm,
  );
  if (locked !== undefined) throw new AppError('FILE_ENCRYPTED');
}

/**
 * A book has at most as many files as a zip may have; further items, or longer references, cannot name an existing
 * file.
 */
const MAX_ITEMS = ZIP_LIMITS.entries;
/** Each byte of a name takes at most three characters in a reference. */
const MAX_REFERENCE = 3 * ZIP_LIMITS.pathBytes;

/** Whether the spine lists an existing document. Each reference is resolved once, however often it is listed. */
function hasDocument(content: string, packagePath: string, names: ReadonlySet<string>): boolean {
  const present = new Set<string>();
  let items = 0;
  for (const { id = '', href = '' } of attributesOf(content, 'item')) {
    if (++items > MAX_ITEMS) break;
    if (href.length <= MAX_REFERENCE && names.has(resolvePath(packagePath, href))) present.add(id);
  }
  const found = firstOf(attributesOf(content, 'itemref'), ({ idref = '' }) =>
    present.has(idref) ? idref : undefined,
  );
  return found !== undefined;
}

function firstOf<T, R>(values: Iterable<T>, find: (value: T) => R | undefined): R | undefined {
  for (const value of values) {
    const found = find(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Resolves a reference in the package document to a path from the root of the container. */
function resolvePath(packagePath: string, href: string): string {
  // Relative to a root of ours, because an entry may have any name, even `http:`.
  const base = new URL(`epub://book/${packagePath.split('/').map(encodeURIComponent).join('/')}`);
  return URL.canParse(href, base) ? decode(new URL(href, base).pathname).slice(1) : '';
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // a stray percent sign is kept
  }
}

/** Attributes of each element with a name, with any prefix, one at a time. No pattern here backtracks. */
function* attributesOf(xml: string, element: string): Generator<Record<string, string | undefined>> {
  for (const [, text] of xml.matchAll(new RegExp(`<(?:[\\w.-]{1,32}:)?${element}\\s([^<>]*)>`, 'g'))) {
    const attributes: Record<string, string | undefined> = {};
    for (const [, name, double, single] of ` ${text}`.matchAll(ATTRIBUTE)) {
      if (WANTED.has(name as string))
        attributes[name as string] = (double ?? single ?? '').replaceAll('&amp;', '&');
    }
    yield attributes;
  }
}

const ATTRIBUTE = /\s([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const WANTED = new Set(['full-path', 'id', 'href', 'idref', 'Algorithm']);

function withoutComments(xml: string): string {
  let kept = '';
  for (let at = 0; ; ) {
    const start = xml.indexOf('<!--', at);
    const end = start < 0 ? -1 : xml.indexOf('-->', start + 4);
    kept += xml.slice(at, start < 0 ? undefined : start);
    if (end < 0) return kept;
    at = end + 3;
  }
}

async function textOf(reader: ByteReader, { entries }: ZipDirectory, name: string): Promise<string> {
  const entry = entries.find((candidate) => candidate.name === name);
  const text = entry && (await readZipText(reader, entry, MAX_TEXT_BYTES));
  if (text === undefined) throw corrupt(`${name} is missing or too long`);
  return text;
}

/**
 * Entry names of a zip-based book or document, in directory order; those of the first entries if the directory is lost.
 *
 * @throws {AppError} FILE_CORRUPT if there are none
 */
export async function packageNames(reader: ByteReader): Promise<string[]> {
  try {
    return (await readZipDirectory(reader)).entries.map(({ name }) => name);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'FILE_CORRUPT') throw error;
    const first = readLocalEntries(await reader.read(0, HEAD_BYTES));
    if (first.length === 0) throw error;
    return first.map(({ name }) => name);
  }
}
