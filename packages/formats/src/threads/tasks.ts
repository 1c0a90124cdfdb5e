import type { ByteReader } from '../bytes/byte-reader.js';
import { isUtf8Text } from '../bytes/utf8.js';
import { detectFormat, readFacts, resolveFormat, showsFormat } from '../detect/detect.js';
import type { Facts } from '../detect/facts.js';
import { hasStylesheet } from '../ebook/readers/fiction-book.js';
import { readKindleContents } from '../ebook/readers/kindle-contents.js';
import { packageNames } from '../ebook/readers/package-reader.js';

/** What is seen in a file, and the facts of its header where it is what it should be. */
export interface Look {
  readonly seen: string | undefined;
  readonly facts?: Facts;
}

/**
 * Everything that is read of uploaded files and of what engines wrote outside the jail. Each runs in a thread that can be
 * ended, takes a reader and plain data, and answers plain data.
 */
export const TASKS = {
  /** See {@link detectFormat}. */
  detect: (reader: ByteReader) => detectFormat(reader),

  /** An upload, on its way to the first engine. */
  async lookAtInput(reader: ByteReader, { format }: { format: string }): Promise<Look> {
    const seen = await detectFormat(reader);
    if (resolveFormat(seen, format) !== format) return { seen };
    return { seen, facts: await readFacts(reader, format) };
  },

  /** What an engine wrote. */
  async lookAtOutput(reader: ByteReader, { format }: { format: string }): Promise<Look> {
    if (!(await showsFormat(reader, format))) return { seen: await detectFormat(reader) };
    return { seen: format, facts: await readFacts(reader, format) };
  },

  /** Names of the entries of a zip-based book or document. */
  packageNames: (reader: ByteReader) => packageNames(reader),

  /** What a MOBI or AZW3 holds beside words and pictures. */
  kindleContents: (reader: ByteReader) => readKindleContents(reader),

  /** Whether a FictionBook has styles of its own. */
  hasStylesheet: (reader: ByteReader) => hasStylesheet(reader),

  /** Whether a whole text is UTF-8. */
  isUtf8: (reader: ByteReader) => isUtf8Text(reader),

  /** Whether a text in UTF-8 begins with more than white space. */
  async hasWords(reader: ByteReader) {
    return /\S/.test((await reader.read(0, 65_536)).toString('utf8'));
  },

  /** Whether some bytes stand near the beginning of a file: a mark that needs no reader of its own. */
  async startHolds(reader: ByteReader, { bytes, within }: { bytes: string; within: number }) {
    return (await reader.read(0, within)).includes(bytes, 0, 'latin1');
  },
} satisfies Record<string, (reader: ByteReader, data: never) => Promise<unknown>>;

export type TaskName = keyof typeof TASKS;
export type TaskData<N extends TaskName> =
  Parameters<(typeof TASKS)[N]> extends [ByteReader, infer D] ? D : undefined;
export type TaskAnswer<N extends TaskName> = Awaited<ReturnType<(typeof TASKS)[N]>>;
