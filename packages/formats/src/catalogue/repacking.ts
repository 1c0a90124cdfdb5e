import type { ArchivePacking } from '../define/document-engines.js';
import type { FormatSpec } from '../define/format.js';

/**
 * How a file is written again, with the same content in fewer bytes: by the engine `repack`, a drawing by `svgo`.
 *
 * - `package`: a zip whose parts only the program that opens it sees: pictures in it are packed better, too.
 * - `zip`: a zip of files, each of which stays as it is, byte by byte.
 * - `stream`: what is packed as a whole, a tar or one file.
 * - `archive`: an archive that is unpacked and packed again by the engine `archive`.
 * - `json`, `jsonl`: text between whose values white space means nothing.
 * - `drawing`: SVG, which must look the same.
 * - `compound`: an OLE file, without what none of its streams uses.
 * - `kindle`: a book for Kindle, without its sources.
 * - `xml`: text that no parser sees the difference of; or gzip with such a text in it.
 * - `lines`: text in which blanks at the ends of lines mean nothing: where they might, its values are compared.
 * - `database`: SQLite, without free pages.
 * - `same`: nothing can be left out of it, so the file is given back: a choice for files of many formats is not refused.
 */
export type Repacking =
  | { readonly as: 'package' | 'zip' | 'archive' | 'json' | 'jsonl' | 'drawing' | PlainRepacking }
  | { readonly as: 'stream'; readonly packing: ArchivePacking };

type PlainRepacking = 'compound' | 'kindle' | 'xml' | 'lines' | 'database' | 'same';

/** Formats of which no declaration says what they are made of. */
const PLAIN: Readonly<Record<PlainRepacking, readonly string[]>> = {
  // The others share the bytes of OLE.
  compound: ['hwp', 'msi'],
  kindle: ['mobi', 'azw3'],
  xml: [
    ...['xml', 'plist', 'docbook', 'jats', 'opml', 'fb2', 'fodt', 'fods', 'fodp', 'fodg'],
    ...['abw', 'zabw', 'gnumeric'],
  ],
  // docutils and Asciidoctor remove such blanks from each line before they read it.
  lines: ['yaml', 'toml', 'ini', 'rst', 'adoc'],
  database: ['sqlite'],
  same: [
    ...['txt', 'html', 'md', 'org', 'mediawiki', 'dokuwiki', 'textile', 'tex', 'man', 'bib', 'ris', 'enw'],
    ...['rtf', 'dif', 'slk', 'dxf', 'emf', 'wmf', 'lit', 'lrf', 'parquet', 'msgpack', 'cbor', 'bson'],
    ...['pdb', 'tcr', 'rb', 'snb', 'dbf', 'svgfont', 'tar.z'],
  ],
};
const PLAIN_OF = new Map(
  (Object.keys(PLAIN) as PlainRepacking[]).flatMap((as) => PLAIN[as].map((id) => [id, as] as const)),
);

/** Programs of Apple's open no package whose parts are packed, and drawings of Corel need not be packages. */
const NOT_REPACKED = ['pages', 'numbers', 'key', 'cdr', 'zmf'];

/**
 * How a format is repacked: it follows from what the format is made of, so no declaration says it again.
 *
 * @returns undefined if repacking cannot make it smaller
 */
export function repackingOf({
  id,
  category,
  sharesBytesWith,
  read,
  write,
}: FormatSpec): Repacking | undefined {
  // The name of a format that is only written decides nothing.
  if (!read) return undefined;
  const { archive, data } = read;
  const plain = PLAIN_OF.get(id);
  if (plain) return { as: plain };
  if (sharesBytesWith?.includes('ole')) return { as: 'compound' };
  // Unix compress knows no better and worse.
  if (archive?.packing === 'compress') return undefined;
  if (archive?.packing) return { as: 'stream', packing: archive.packing };
  if (id === 'svg' || id === 'svgz') return { as: 'drawing' };
  if (id === 'zip') return { as: 'zip' };
  if (sharesBytesWith?.includes('epub') || id === 'ufo') return { as: 'package' };
  if (sharesBytesWith?.includes('zip') && !NOT_REPACKED.includes(id)) {
    return category === 'archive' ? { as: 'zip' } : { as: 'package' };
  }
  if (archive && write?.archive?.container === archive.container) return { as: 'archive' };
  if (id === 'ipynb') return { as: 'json' };
  if (data?.reader === 'json' || data?.reader === 'jsonl') return { as: data.reader };
  return undefined;
}
