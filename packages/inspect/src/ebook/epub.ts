import { AppError } from '@filemill/errors';
import type { ByteReader } from '../byte-reader.js';
import { readZipDirectory, readZipText, type ZipDirectory } from '../document/zip.js';
import { checkZip } from '../document/zip-check.js';
import { corrupt } from '../image/corrupt.js';

/** More than any real package document; a longer one is refused. */
const MAX_TEXT_BYTES = 4 * 1024 * 1024;

/** Ways to make embedded fonts unusable outside of the book, which need no key: EPUB OCF 3.3, section 4.4, and Adobe's own. */
const FONT_OBFUSCATION = ['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC'];

/**
 * The container rules without which no reader opens a book: a container file, the package document that it names, and
 * a spine with at least one document that is there.
 *
 * @throws {AppError} FILE_ENCRYPTED under any DRM; FILE_TOO_LARGE for a bomb; FILE_CORRUPT
 * @see https://www.w3.org/TR/epub-33/#sec-ocf
 */
export async function inspectEpub(reader: ByteReader): Promise<void> {
  const directory = await readZipDirectory(reader);
  await checkZip(reader, directory);
  const names = new Set(directory.entries.map(({ name }) => name));
  if (names.size !== directory.entries.length) throw corrupt('it holds one name twice');
  await refuseEncrypted(reader, directory);
  const container = await textOf(reader, directory, 'META-INF/container.xml');
  const packagePath = attributesOf(container, 'rootfile')
    .map((attributes) => attributes['full-path'])
    .find((path) => path !== undefined && names.has(path));
  if (packagePath === undefined) throw corrupt('it names no package document');
  const content = await textOf(reader, directory, packagePath);
  const documents = spineOf(content, packagePath);
  if (!documents.some((path) => names.has(path))) throw corrupt('its spine holds no document');
}

async function refuseEncrypted(reader: ByteReader, directory: ZipDirectory): Promise<void> {
  if (!directory.entries.some(({ name }) => name === 'META-INF/encryption.xml')) return;
  const text = await textOf(reader, directory, 'META-INF/encryption.xml');
  const methods = attributesOf(text, 'EncryptionMethod').map(({ Algorithm }) => Algorithm ?? '');
  if (methods.some((method) => !FONT_OBFUSCATION.includes(method))) throw new AppError('FILE_ENCRYPTED');
}

/** Paths inside the container of what the spine lists, in order. */
function spineOf(content: string, packagePath: string): string[] {
  const hrefs = new Map(attributesOf(content, 'item').map(({ id = '', href = '' }) => [id, href]));
  return attributesOf(content, 'itemref').flatMap(({ idref = '' }) => {
    const href = hrefs.get(idref);
    return href === undefined ? [] : [resolvePath(packagePath, href)];
  });
}

/** A reference inside of the package document as a path from the root of the container. */
function resolvePath(packagePath: string, href: string): string {
  // Behind a root of ours: an entry may be called anything, `http:` too.
  const base = new URL(`epub://book/${packagePath.split('/').map(encodeURIComponent).join('/')}`);
  return URL.canParse(href, base) ? decode(new URL(href, base).pathname).slice(1) : '';
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // a stray percent sign stands for itself
  }
}

/** Attributes of every element of a name, whatever its prefix; comments are left out. No pattern here looks back. */
function attributesOf(xml: string, element: string): Record<string, string | undefined>[] {
  const tag = new RegExp(`<(?:[\\w.-]+:)?${element}\\s([^<>]*)>`, 'g');
  return [...withoutComments(xml).matchAll(tag)].map(([, text]) =>
    Object.fromEntries(
      [...` ${text}`.matchAll(/\s([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(
        ([, name, double, single]) => [name, (double ?? single ?? '').replaceAll('&amp;', '&')],
      ),
    ),
  );
}

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
