import { AppError } from '@filemill/errors';
import type { ByteReader } from '../byte-reader.js';
import { readZipDirectory } from '../document/zip.js';
import { checkZip } from '../document/zip-check.js';
import type { Facts, Inspector } from '../facts.js';
import { gzipKind } from './gzip.js';
import { inspectRar } from './rar.js';
import { inspectSevenZip } from './seven-zip.js';
import { BLOCK_BYTES, inspectTar, isTarHeader } from './tar.js';

/** First bytes, as latin1 text. A bzip2 goes on with the first digits of pi, or with those of its root if it is empty. */
const MAGIC: readonly (readonly [string, string])[] = [
  ['7z\xbc\xaf\x27\x1c', '7z'],
  ['Rar!\x1a\x07\0', 'rar'],
  ['Rar!\x1a\x07\x01\0', 'rar'],
  ['\xfd7zXZ\0', 'tar.xz'],
];
const BZIP2 = { start: /^BZh[1-9]$/, blocks: ['1AY&SY', '\x17\x72\x45\x38\x50\x90'] };
const GZIP = '\x1f\x8b\x08';

/**
 * Archives. A zip is known as one by the reader of packages, which has to look into it. What lies behind bzip2 and xz is
 * seen by the engine alone, since unpacking that takes a program.
 */
export const archiveInspector: Inspector = {
  formats: ['zip', '7z', 'rar', 'tar', 'tar.gz', 'tar.bz2', 'tar.xz'],

  async detect(reader) {
    const head = await reader.read(0, BLOCK_BYTES);
    const start = head.toString('latin1', 0, 16);
    if (start.startsWith(GZIP)) return gzipKind(reader);
    if (BZIP2.start.test(start.slice(0, 4)) && BZIP2.blocks.includes(start.slice(4, 10))) return 'tar.bz2';
    const known = MAGIC.find(([magic]) => start.startsWith(magic))?.[1];
    return known ?? (isTarHeader(head) ? 'tar' : undefined);
  },

  async inspect(reader, format): Promise<Facts> {
    if (format === 'zip') await inspectZip(reader);
    else if (format === '7z') await inspectSevenZip(reader);
    else if (format === 'rar') await inspectRar(reader);
    else if (format === 'tar') await inspectTar(reader);
    return {};
  },
};

/** Stored, Deflate, bzip2, LZMA, xz, PPMd (APPNOTE.TXT 6.3.10, 4.4.5): those of libarchive 3.6. */
const ZIP_METHODS = new Set([0, 8, 12, 14, 95, 98]);

async function inspectZip(reader: ByteReader): Promise<void> {
  const directory = await readZipDirectory(reader);
  await checkZip(reader, directory, { names: 'engine' });
  const odd = directory.entries.find(({ method }) => !ZIP_METHODS.has(method));
  if (odd) throw new AppError('UNSUPPORTED_FORMAT', { seen: `a zip packed by method ${odd.method}` });
}
