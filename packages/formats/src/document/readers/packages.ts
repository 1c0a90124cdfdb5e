import { AppError } from '@filemill/errors';
import { type ByteReader, corrupt } from '../../bytes/byte-reader.js';
import {
  ENCRYPTED_FLAG,
  readZipDirectory,
  readZipText,
  type ZipDirectory,
  type ZipEntry,
} from '../../bytes/zip.js';
import { checkZip } from '../../bytes/zip-check.js';
import { readLocalEntries, readLocalText } from '../../bytes/zip-local-entries.js';
import type { Facts } from '../../define/facts.js';
import { type Content, finds, HEAD_BYTES, type Signature } from '../../define/signature.js';

/** More than any real list of parts; for a longer one, or a longer directory, the file name decides. */
const MAX_READ_BYTES = 1024 * 1024;
/** More than any real manifest. */
const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;

/** Content of the entry `mimetype`, OpenDocument 1.3 part 2 and EPUB OCF 3.3. */
const MIMETYPES: Readonly<Record<string, string>> = {
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.text-template': 'ott',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.spreadsheet-template': 'ots',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/vnd.oasis.opendocument.presentation-template': 'otp',
  'application/vnd.oasis.opendocument.graphics': 'odg',
  'application/vnd.oasis.opendocument.graphics-template': 'otg',
  'application/vnd.sun.xml.writer': 'sxw',
  'application/vnd.sun.xml.writer.template': 'stw',
  'application/vnd.sun.xml.calc': 'sxc',
  'application/vnd.sun.xml.calc.template': 'stc',
  'application/vnd.sun.xml.impress': 'sxi',
  'application/vnd.sun.xml.draw': 'sxd',
  'application/epub+zip': 'epub',
};

/**
 * Content types of the main part: ECMA-376 part 1; with macros [MS-OFFMACRO2] 2.2, binary [MS-XLSB] 2.1.7, drawings,
 * stencils and templates [MS-VSDX] 2.1.
 */
const MAIN_PARTS: readonly (readonly [type: string, format: string])[] = [
  ['wordprocessingml.document.main+xml', 'docx'],
  ['spreadsheetml.sheet.main+xml', 'xlsx'],
  ['presentationml.presentation.main+xml', 'pptx'],
  ['presentationml.slideshow.main+xml', 'ppsx'],
  ['wordprocessingml.template.main+xml', 'dotx'],
  ['spreadsheetml.template.main+xml', 'xltx'],
  ['presentationml.template.main+xml', 'potx'],
  ['ms-word.document.macroenabled.main+xml', 'docm'],
  ['ms-word.template.macroenabledtemplate.main+xml', 'dotm'],
  ['ms-excel.sheet.macroenabled.main+xml', 'xlsm'],
  ['ms-excel.template.macroenabled.main+xml', 'xltm'],
  ['ms-excel.sheet.binary.macroenabled.main', 'xlsb'],
  ['ms-powerpoint.presentation.macroenabled.main+xml', 'pptm'],
  ['ms-powerpoint.slideshow.macroenabled.main+xml', 'ppsm'],
  ['ms-powerpoint.template.macroenabled.main+xml', 'potm'],
  ['application/vnd.ms-visio.', 'vsdx'],
];

/** Parts that no other package has, for a package whose list of types is lost. */
const NAMED_PARTS: readonly (readonly [name: string, format: string])[] = [
  ['word/document.xml', 'docx'],
  ['xl/workbook.xml', 'xlsx'],
  ['xl/workbook.bin', 'xlsb'],
  ['ppt/presentation.xml', 'pptx'],
  // Some books lack the entry `mimetype`, and every reader opens them.
  ['meta-inf/container.xml', 'epub'],
];

/** What calibre writes into a zip beside the one page or text of a book. */
const DETAILS = 'metadata.opf';
const ZIPPED_BOOKS: readonly (readonly [name: string, format: string])[] = [
  ['index.html', 'htmlz'],
  ['index.txt', 'txtz'],
  ['index.text', 'txtz'],
];

const MIMETYPE = 'mimetype';
const CONTENT_TYPES = '[content_types].xml';
const MANIFEST = 'meta-inf/manifest.xml';

/** APPNOTE.TXT 6.3.10, section 4.3.7. */
const ZIP = 'PK\x03\x04';
const SHIFTED = { priority: 130, tailBytes: 4_096, mark: 'PK\x05\x06' };

const detectPackage = ({ reader }: Content): Promise<string | undefined> => zipKind(reader);

/** A zip after other bytes: searched only in files that match nothing else, because it reads the end of the file. */
async function detectShiftedPackage({ reader }: Content): Promise<string | undefined> {
  const tail = await reader.read(Math.max(0, reader.sizeBytes - SHIFTED.tailBytes), SHIFTED.tailBytes);
  return tail.includes(SHIFTED.mark, 0, 'latin1') ? zipKind(reader) : undefined;
}

/** A zip of a certain format, or `zip` if no format is recognised; also one that other bytes precede. */
export const packageSignature = (id: string): [Signature, Signature] => [
  finds(495, detectPackage, id, ZIP),
  finds(SHIFTED.priority, detectShiftedPackage, id),
];

/** The known content of a package: the names of its parts, see {@link partName}, and the text of some. */
interface Package {
  readonly names: ReadonlySet<string>;
  readonly text: (name: string) => Promise<string | undefined>;
}

/** Part names are case-insensitive (ECMA-376 part 2, 6.2.2.3), and some programs write them with backslashes. */
const partName = (name: string): string => name.replaceAll('\\', '/').toLowerCase();

/**
 * The format of a zip-based file: `zip` for an archive, an unknown package and a package that is too large to examine.
 * If the directory is lost, the first entries decide; undefined if they do not.
 */
async function zipKind(reader: ByteReader): Promise<string | undefined> {
  const directory = await readZipDirectory(reader, { maxBytes: MAX_READ_BYTES }).catch((error: unknown) => {
    if (error instanceof AppError) return error.code;
    throw error;
  });
  if (directory === 'FILE_TOO_LARGE') return 'zip';
  if (typeof directory === 'string') return kindOf(packageOfStart(await reader.read(0, HEAD_BYTES)));
  return (await kindOf(packageOf(reader, directory, MAX_READ_BYTES))) ?? 'zip';
}

async function kindOf({ names, text }: Package): Promise<string | undefined> {
  const mimetype = await text(MIMETYPE);
  if (mimetype !== undefined) {
    const known = MIMETYPES[mimetype.trim()];
    if (known) return known;
  }
  const types = (await text(CONTENT_TYPES))?.toLowerCase();
  const main = types === undefined ? undefined : MAIN_PARTS.find(([type]) => types.includes(type));
  if (main) return main[1];
  const root = /<(?:[\w-]{1,32}:)?file-entry\s[^<>]{0,500}>/.exec((await text(MANIFEST)) ?? '')?.[0];
  const declared = /:media-type="([^"]{1,100})"/.exec(root ?? '')?.[1];
  const fromManifest = declared === undefined ? undefined : MIMETYPES[declared];
  const named = names.has(DETAILS) ? [...NAMED_PARTS, ...ZIPPED_BOOKS] : NAMED_PARTS;
  return fromManifest ?? named.find(([name]) => names.has(name))?.[1];
}

function packageOf(reader: ByteReader, { entries }: ZipDirectory, maxBytes: number): Package {
  const byName = new Map(entries.map((entry) => [partName(entry.name), entry]));
  const text = async (name: string): Promise<string | undefined> => {
    const entry = byName.get(name);
    if (!entry || !isReadable(entry)) return undefined;
    return readZipText(reader, entry, maxBytes).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'FILE_CORRUPT') return undefined;
      throw error;
    });
  };
  return { names: new Set(byName.keys()), text };
}

function packageOfStart(head: Buffer): Package {
  const byName = new Map(readLocalEntries(head).map((entry) => [partName(entry.name), entry]));
  const text = async (name: string): Promise<string | undefined> => {
    const entry = byName.get(name);
    return entry && readLocalText(entry, MAX_READ_BYTES);
  };
  return { names: new Set(byName.keys()), text };
}

/** Whether a part can be read here. Encrypted parts and unusual compression are checked with the rest of the archive. */
const isReadable = ({ flags, method }: ZipEntry): boolean =>
  (flags & ENCRYPTED_FLAG) === 0 && (method === 0 || method === 8);

/**
 * Limits and encryption of a zip-based document.
 *
 * @throws {AppError} FILE_TOO_LARGE for a zip bomb; FILE_ENCRYPTED; FILE_CORRUPT, which `readFacts` reports as `damage`
 */
export async function inspectPackage(reader: ByteReader): Promise<Facts> {
  const directory = await readZipDirectory(reader);
  const manifest = await packageOf(reader, directory, MAX_MANIFEST_BYTES).text(MANIFEST);
  if (manifest && /<(?:\w{1,32}:)?encryption-data\b/.test(manifest)) throw new AppError('FILE_ENCRYPTED');
  await checkZip(reader, directory, { spans: 'limit' });
  const names = directory.entries.map(({ name }) => name);
  if (new Set(names).size !== names.length) throw corrupt('it holds one name twice');
  return {};
}
