import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import {
  BufferByteReader,
  type ByteReader,
  readLocalHeader,
  readZipDirectory,
  type ZipEntry,
} from '@filemill/formats/bytes';

/** Maximum unpacked size of an entry: docs/security.md. */
const MAX_ENTRY_BYTES = 256 * 1024 * 1024;

/** The files of a zip such as an EPUB, by their paths from its root. */
export class Container {
  private readonly entries: ReadonlyMap<string, ZipEntry>;

  private constructor(
    private readonly reader: ByteReader,
    entries: readonly ZipEntry[],
  ) {
    this.entries = new Map(entries.map((entry) => [entry.name, entry]));
  }

  static open(path: string): Promise<Container> {
    return Container.read(new BufferByteReader(readFileSync(path)));
  }

  /** @param reader - stays open as long as the container is used */
  static async read(reader: ByteReader): Promise<Container> {
    return new Container(reader, (await readZipDirectory(reader)).entries);
  }

  /** The paths of all files and folders. */
  get names(): readonly string[] {
    return [...this.entries.keys()];
  }

  has(path: string): boolean {
    return this.entries.has(path);
  }

  /** Undefined for a missing file. */
  async bytes(path: string): Promise<Buffer | undefined> {
    const entry = this.entries.get(path);
    if (!entry) return undefined;
    const { dataOffset } = await readLocalHeader(this.reader, entry);
    const packed = await this.reader.read(dataOffset, entry.packedBytes);
    return entry.method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: MAX_ENTRY_BYTES });
  }

  /** UTF-8 or, with a byte order mark, UTF-16: EPUB 3.3 allows no other. */
  async text(path: string): Promise<string | undefined> {
    const bytes = await this.bytes(path);
    if (!bytes) return undefined;
    const label =
      bytes[0] === 0xff && bytes[1] === 0xfe
        ? 'utf-16le'
        : bytes[0] === 0xfe && bytes[1] === 0xff
          ? 'utf-16be'
          : 'utf-8';
    return new TextDecoder(label).decode(bytes);
  }
}

/** Obfuscation methods for fonts, with the number of affected bytes: EPUB OCF 3.3, section 4.4; Adobe's own. */
const OBFUSCATED_BYTES: Readonly<Record<string, number>> = {
  'http://www.idpf.org/2008/embedding': 1_040,
  'http://ns.adobe.com/pdf/enc#RC': 1_024,
};

/**
 * Removes the obfuscation of a font, which depends on the book's identifier.
 *
 * @param method - algorithm that META-INF/encryption.xml names
 */
export function clearFont(font: Buffer, method: string, identifier: string): Buffer {
  const key =
    OBFUSCATED_BYTES[method] === 1_024
      ? Buffer.from(identifier.replace(/^urn:uuid:|-/g, '').replaceAll('-', ''), 'hex')
      : createHash('sha1').update(identifier.replace(/\s/g, '')).digest();
  const length = OBFUSCATED_BYTES[method] ?? 0;
  if (key.length === 0) return font;
  const clear = Buffer.from(font);
  for (let i = 0; i < Math.min(length, clear.length); i++)
    clear[i] = (clear[i] ?? 0) ^ (key[i % key.length] ?? 0);
  return clear;
}

/** The target of a reference: a path in the container, or an external address. */
type ReferenceTarget = { readonly path: string; readonly fragment: string } | { readonly address: string };

const ROOT = 'epub://book/';

/**
 * Resolves a reference in a file of the container. It cannot lead outside: `..` ends at the root.
 *
 * @returns undefined for anything except a file of the book, a web address or a mail address
 */
export function resolveReference(base: string, reference: string): ReferenceTarget | undefined {
  const from = ROOT + base.split('/').map(encodeURIComponent).join('/');
  if (!URL.canParse(reference.trim(), from)) return undefined;
  const url = new URL(reference.trim(), from);
  if (['http:', 'https:', 'mailto:'].includes(url.protocol)) return { address: url.href };
  if (url.protocol !== 'epub:' || url.host !== 'book') return undefined;
  return { path: decode(url.pathname.slice(1)), fragment: decode(url.hash.slice(1)) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray percent sign is kept
  }
}
