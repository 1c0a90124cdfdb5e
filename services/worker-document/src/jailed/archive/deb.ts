import { closeSync, openSync, readSync } from 'node:fs';
import type { ArchivePacking } from '@filemill/formats';
import { Refused } from './refused.js';

/** ar(5): the magic, then members with headers of text, each at an even offset. */
const MAGIC_BYTES = 8;
const HEADER_BYTES = 60;
/** More than any package has; the files come third. */
const MAX_MEMBERS = 10;
/** deb(5): how the tar of the files is packed, by the member's name. */
const DATA: ReadonlyMap<string, ArchivePacking | undefined> = new Map([
  ['data.tar', undefined],
  ['data.tar.gz', 'gzip'],
  ['data.tar.bz2', 'bzip2'],
  ['data.tar.lzma', 'lzma'],
  ['data.tar.xz', 'xz'],
  ['data.tar.zst', 'zstd'],
]);

/** Where the files lie in a package, as a tar or cpio. */
export interface PackageData {
  readonly start: number;
  /** Of its last byte. */
  readonly end: number;
  readonly packing: ArchivePacking | undefined;
}

/** @throws {Refused} corrupt, without such a tar */
export function debDataOf(path: string): PackageData {
  const file = openSync(path, 'r');
  try {
    let at = MAGIC_BYTES;
    for (let member = 0; member < MAX_MEMBERS; member++) {
      const header = Buffer.alloc(HEADER_BYTES);
      if (readSync(file, header, 0, HEADER_BYTES, at) < HEADER_BYTES) break;
      const name = header.toString('latin1', 0, 16).trimEnd().replace(/\/$/, '');
      const size = Number(header.toString('latin1', 48, 58));
      if (!Number.isSafeInteger(size) || size < 0) break;
      const start = at + HEADER_BYTES;
      if (DATA.has(name) && size > 0) return { start, end: start + size - 1, packing: DATA.get(name) };
      at = start + size + (size % 2);
    }
  } finally {
    closeSync(file);
  }
  throw new Refused('corrupt', 'it holds no files to install');
}
