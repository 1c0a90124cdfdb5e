import { AppError } from '@filemill/errors';
import type { ByteReader } from '../bytes/byte-reader.js';
import { corrupt } from '../bytes/byte-reader.js';
import { countIn } from '../bytes/count.js';
import { isUtf8Text } from '../bytes/utf8.js';
import { readLocalHeader, readZipDirectory } from '../bytes/zip.js';
import { detectFormat, readFacts, resolveFormat, showsFormat } from '../catalogue/detect.js';
import type { Facts } from '../define/facts.js';
import { readOfficeParts } from '../document/readers/office-parts.js';
import { packageNames } from '../ebook/readers/epub.js';
import { hasStylesheet } from '../ebook/readers/fiction-book.js';
import { readKindleContents } from '../ebook/readers/mobipocket.js';
import { isPalmText } from '../ebook/readers/palm.js';

/** The detected content, and the facts of its header if the format is as expected. */
interface Inspection {
  readonly seen: string | undefined;
  readonly facts?: Facts;
}

/** One of the files in a zip. */
export interface ZipFile {
  /** Its place in the directory, from 0. */
  readonly number: number;
  /** With its folders, as it is written there. */
  readonly name: string;
  readonly sizeBytes: number;
}

/** A file in a zip, and where its bytes are. */
export interface PackedFile extends ZipFile {
  readonly dataOffset: number;
  readonly packedBytes: number;
  /** Otherwise stored. */
  readonly isDeflated: boolean;
}

/**
 * Every read of uploaded files, and of engine outputs outside the jail. Each runs in a thread that can be ended, takes a
 * reader and plain data, and returns plain data.
 */
export const TASKS = {
  /** See {@link detectFormat}. */
  detect: (reader: ByteReader) => detectFormat(reader),

  /** Checks an upload before the first engine. */
  async inspectInput(reader: ByteReader, { format }: { format: string }): Promise<Inspection> {
    const seen = await detectFormat(reader);
    if (resolveFormat(seen, format) !== format) return { seen };
    return { seen, facts: await readFacts(reader, format) };
  },

  /**
   * Checks the output of an engine. One that has the format of its input may have that, too, by its name alone: XML of any kind
   * is XML.
   */
  async inspectOutput(
    reader: ByteReader,
    { format, isRefined }: { format: string; isRefined?: boolean },
  ): Promise<Inspection> {
    if (!(await showsFormat(reader, format))) {
      const seen = await detectFormat(reader);
      if (!isRefined || resolveFormat(seen, format) !== format) return { seen };
    }
    return { seen: format, facts: await readFacts(reader, format) };
  },

  /** The files in a zip of ours, in the order of its directory: entries that are folders have no number. */
  async zipFiles(reader: ByteReader): Promise<readonly ZipFile[]> {
    const { entries } = await readZipDirectory(reader);
    return entries
      .map(({ name, unpackedBytes }, number) => ({ number, name, sizeBytes: unpackedBytes }))
      .filter(({ name }) => !name.endsWith('/'));
  },

  /** Where the bytes of one of these files are. @throws {AppError} NOT_FOUND for a number without a file */
  async zipFile(reader: ByteReader, { number }: { number: number }): Promise<PackedFile> {
    const entry = (await readZipDirectory(reader)).entries[number];
    if (!entry || entry.name.endsWith('/')) throw new AppError('NOT_FOUND', { what: 'The file' });
    const { name, method, packedBytes, unpackedBytes: sizeBytes } = entry;
    if (method !== 0 && method !== 8) throw corrupt('a file in it is packed by another method');
    if (method === 0 && packedBytes !== sizeBytes) throw corrupt('a file in it has another size');
    const { dataOffset } = await readLocalHeader(reader, entry);
    return { number, name, sizeBytes, dataOffset, packedBytes, isDeflated: method === 8 };
  },

  /** Entry names of a zip-based book or document. */
  packageNames: (reader: ByteReader) => packageNames(reader),

  /** What an office file holds besides plain text and values. */
  officeParts: (reader: ByteReader) => readOfficeParts(reader),

  /** What a MOBI or AZW3 holds in addition to text and pictures. */
  kindleContents: (reader: ByteReader) => readKindleContents(reader),

  /** Whether a FictionBook has its own styles. */
  hasStylesheet: (reader: ByteReader) => hasStylesheet(reader),
  isPalmText: (reader: ByteReader) => isPalmText(reader),

  /** Whether a whole file is UTF-8. */
  isUtf8: (reader: ByteReader) => isUtf8Text(reader),

  /** Whether a UTF-8 text begins with more than white space. */
  async hasWords(reader: ByteReader) {
    return /\S/.test((await reader.read(0, 65_536)).toString('utf8'));
  },

  /** How often some bytes stand in a file. */
  countBytes: (reader: ByteReader, { bytes }: { bytes: string }) => countIn(reader, bytes),

  /** Whether the beginning of a file contains some bytes. */
  async startContains(reader: ByteReader, { bytes, within }: { bytes: string; within: number }) {
    return (await reader.read(0, within)).includes(bytes, 0, 'latin1');
  },
} satisfies Record<string, (reader: ByteReader, data: never) => Promise<unknown>>;

/** Name of a task; a key of {@link TASKS}. */
export type TaskName = keyof typeof TASKS;
/** What a task takes in addition to the file. */
export type TaskData<N extends TaskName> =
  Parameters<(typeof TASKS)[N]> extends [ByteReader, infer D] ? D : undefined;
/** What a task returns. */
export type TaskAnswer<N extends TaskName> = Awaited<ReturnType<(typeof TASKS)[N]>>;
