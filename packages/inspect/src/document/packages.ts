import { AppError } from '@filemill/errors';
import type { ByteReader } from '../byte-reader.js';
import { corrupt } from '../image/corrupt.js';
import { ENCRYPTED, readZipDirectory, readZipText, type ZipDirectory, type ZipEntry } from './zip.js';
import { checkZip } from './zip-check.js';

/** More than any real list of parts or manifest; a longer one is not looked into. */
const MAX_TEXT_BYTES = 4 * 1024 * 1024;

/** Content of the entry `mimetype`, OpenDocument 1.3 part 2 and EPUB OCF 3.3. */
const MIMETYPES: Readonly<Record<string, string>> = {
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/vnd.oasis.opendocument.graphics': 'odg',
  'application/epub+zip': 'epub',
};

/** Content types of the main part, ECMA-376 part 1; with macros, templates and shows under ids of their own. */
const MAIN_PARTS: readonly (readonly [RegExp, string])[] = [
  [/wordprocessingml\.document\.main\+xml/, 'docx'],
  [/spreadsheetml\.sheet\.main\+xml/, 'xlsx'],
  [/presentationml\.presentation\.main\+xml/, 'pptx'],
  [/presentationml\.slideshow\.main\+xml/, 'ppsx'],
  [/wordprocessingml\.template\.main\+xml/, 'dotx'],
  [/spreadsheetml\.template\.main\+xml/, 'xltx'],
  [/presentationml\.template\.main\+xml/, 'potx'],
  [/ms-word\.document\.macroEnabled\.main\+xml/, 'docm'],
  [/ms-excel\.sheet\.macroEnabled\.main\+xml/, 'xlsm'],
  [/ms-excel\.sheet\.binary\.macroEnabled\.main/, 'xlsb'],
  [/ms-powerpoint\.presentation\.macroEnabled\.main\+xml/, 'pptm'],
];

/** Whether a format is a zip of certain files: what is unpacked of it and packed again is of that format. */
export const isPackedInZip = (format: string): boolean =>
  Object.values(MIMETYPES).includes(format) || MAIN_PARTS.some(([, known]) => known === format);

/**
 * Which packed format a zip file is: `zip` for an archive, for what we do not know and for what is too large to look
 * into; undefined if its directory is broken.
 */
export async function zipKind(reader: ByteReader): Promise<string | undefined> {
  const directory = await readZipDirectory(reader).catch((error: unknown) => {
    if (error instanceof AppError) return error.code;
    throw error;
  });
  if (typeof directory === 'string') return directory === 'FILE_TOO_LARGE' ? 'zip' : undefined;
  const mimetype = await textOf(reader, directory, 'mimetype');
  if (mimetype !== undefined) return MIMETYPES[mimetype.trim()] ?? 'zip';
  // Some books come without their mimetype, and every reader opens them.
  if (directory.entries.some(({ name }) => name === 'META-INF/container.xml')) return 'epub';
  const types = await textOf(reader, directory, '[Content_Types].xml');
  if (types !== undefined) return MAIN_PARTS.find(([pattern]) => pattern.test(types))?.[1] ?? 'zip';
  return 'zip';
}

/** See {@link Inspector.inspect}. */
export async function inspectPackage(reader: ByteReader): Promise<void> {
  const directory = await readZipDirectory(reader);
  await checkZip(reader, directory);
  const manifest = await textOf(reader, directory, 'META-INF/manifest.xml');
  if (manifest && /<(?:\w+:)?encryption-data\b/.test(manifest)) throw new AppError('FILE_ENCRYPTED');
  const names = directory.entries.map(({ name }) => name);
  if (new Set(names).size !== names.length) throw corrupt('it holds one name twice');
}

/** What is encrypted, or packed as no document is, is judged with the rest of the archive. */
const isReadable = ({ flags, method }: ZipEntry): boolean =>
  (flags & ENCRYPTED) === 0 && (method === 0 || method === 8);

async function textOf(
  reader: ByteReader,
  { entries }: ZipDirectory,
  name: string,
): Promise<string | undefined> {
  const entry = entries.find((candidate) => candidate.name === name);
  return entry && isReadable(entry) ? readZipText(reader, entry, MAX_TEXT_BYTES) : undefined;
}
