import { type ByteReader, FileByteReader } from '../byte-reader.js';
import { readZipDirectory, readZipText } from '../document/zip.js';

const MAX_TEXT_BYTES = 4 * 1024 * 1024;

/** What an engine may want to know of a package that was checked before. */
export interface PackageView {
  /** Of all entries, in the order of the directory. */
  readonly names: readonly string[];
  /** An entry as text; undefined if there is none or it has more than 4 MB. */
  text(name: string): Promise<string | undefined>;
}

/**
 * Looks into a zip-based book or document on disk.
 *
 * @throws {AppError} FILE_CORRUPT if it is none
 */
export async function withPackage<T>(path: string, work: (view: PackageView) => Promise<T>): Promise<T> {
  const reader = await FileByteReader.open(path);
  try {
    return await work(await viewOf(reader));
  } finally {
    await reader.close();
  }
}

async function viewOf(reader: ByteReader): Promise<PackageView> {
  const { entries } = await readZipDirectory(reader);
  return {
    names: entries.map(({ name }) => name),
    async text(name) {
      const entry = entries.find((candidate) => candidate.name === name);
      return entry && readZipText(reader, entry, MAX_TEXT_BYTES);
    },
  };
}
