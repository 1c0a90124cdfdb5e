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
 */
export type Repacking =
  | { readonly as: 'package' | 'zip' | 'archive' | 'json' | 'jsonl' | 'drawing' }
  | { readonly as: 'stream'; readonly packing: ArchivePacking };

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
  // Unix compress knows no better and worse.
  if (archive?.packing === 'compress') return undefined;
  if (archive?.packing) return { as: 'stream', packing: archive.packing };
  if (id === 'svg' || id === 'svgz') return { as: 'drawing' };
  if (id === 'zip') return { as: 'zip' };
  if (sharesBytesWith?.includes('zip') && !NOT_REPACKED.includes(id)) {
    return category === 'archive' ? { as: 'zip' } : { as: 'package' };
  }
  if (archive && write?.archive?.container === archive.container) return { as: 'archive' };
  if (data?.reader === 'json' || data?.reader === 'jsonl') return { as: data.reader };
  return undefined;
}
