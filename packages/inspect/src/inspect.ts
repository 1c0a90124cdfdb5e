import { AppError } from '@filemill/errors';
import { archiveInspector } from './archive/index.js';
import type { ByteReader } from './byte-reader.js';
import { documentInspector } from './document/index.js';
import { ebookInspector } from './ebook/index.js';
import type { Facts, Inspector } from './facts.js';
import { fontInspector } from './font/index.js';
import { imageInspector } from './image/index.js';
import { mediaInspector } from './media/index.js';

/**
 * Asked in this order: a tar begins with a name, which may be another format's mark; text formats come last because
 * nearly anything can look like text.
 */
const INSPECTORS: readonly Inspector[] = [
  archiveInspector,
  ebookInspector,
  imageInspector,
  fontInspector,
  mediaInspector,
  documentInspector,
];

/**
 * What a file is, by its content alone: a catalogue id, an id outside the catalogue, or undefined.
 *
 * @throws {AppError} as {@link Inspector.inspect}, for what only a package's content tells
 */
export const detectFormat = (reader: ByteReader): Promise<string | undefined> =>
  orCorrupt(async () => {
    for (const inspector of INSPECTORS) {
      const format = await inspector.detect(reader);
      if (format !== undefined) return format;
    }
    return undefined;
  });

/** Reads the header of a file whose format is known; see {@link Inspector.inspect}. */
export async function inspectFile(reader: ByteReader, format: string): Promise<Facts> {
  const inspector = INSPECTORS.find((candidate) => candidate.formats.includes(format));
  if (!inspector) throw new AppError('UNSUPPORTED_FORMAT', { seen: format });
  return orCorrupt(() => inspector.inspect(reader, format));
}

/** What JavaScript throws for numbers, texts and addresses that are none. */
const READING_ERRORS = [RangeError, SyntaxError, TypeError, URIError];

/** A net below the readers: what one of them stumbles over stands in the file. Errors of disk and network stay what they are. */
async function orCorrupt<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!READING_ERRORS.some((kind) => error instanceof kind)) throw error;
    throw new AppError('FILE_CORRUPT', {}, { cause: error });
  }
}
