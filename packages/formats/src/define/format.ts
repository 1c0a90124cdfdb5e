import type { z } from 'zod';
import type { ByteReader } from '../bytes/byte-reader.js';
import type { Facts } from '../detect/facts.js';
import type { Category } from './category.js';
import type { EngineRead, EngineWrite } from './engine-data/index.js';
import type { EngineId } from './engines.js';
import type { Signature } from './signature.js';

/** How one engine reads a format; its own data stand in `engine-data`. */
export interface ReadSpec {
  /** Kind of content inside the engine (`raster`, `writer`); an output lists the kinds that it can be made from. */
  readonly as: string;
}

/** How one engine writes a format; its own data stand in `engine-data`. */
export interface WriteSpec {
  /** Kinds of content, as in {@link ReadSpec.as}, from which this engine makes the format. */
  readonly from: readonly string[];
  /** The user's settings for this output; the form, the validation and the docs follow from it. */
  readonly options?: z.ZodObject;
}

/** One file format: everything that Filemill knows about it. */
export interface FormatSpec {
  /** Catalogue id and the word of the API, such as `webp`. */
  readonly id: string;
  readonly label: string;
  readonly category: Category;
  /** Without dot, lower case; outputs get the first. */
  readonly extensions: readonly [string, ...string[]];
  /** Outputs are served as the first. */
  readonly mimeTypes: readonly [string, ...string[]];
  /** How its bytes show what it is. */
  readonly signature?: readonly Signature[];
  /** Its bytes have no mark: the name alone says that it is one, and the engine's reader is forced. */
  readonly noSignature?: true;
  /** Formats and known contents of the same bytes: of what is seen as one of these, the name decides. */
  readonly sharesBytesWith?: readonly string[];
  /**
   * What the header tells about size and locks, in linear time and bounded memory. What it cannot make sense of it
   * leaves out: whether a file is damaged is the engine's word.
   *
   * @throws {AppError} FILE_ENCRYPTED, FILE_TOO_LARGE; FILE_CORRUPT where the file is one of our own results
   */
  readonly limits?: (reader: ByteReader) => Promise<Facts>;
  /** Only a step between two others, never offered. */
  readonly internal?: true;
  /** Engines that read it, best first. */
  readonly read?: { readonly [E in EngineId]?: ReadSpec & EngineRead[E] };
  /** Engines that write it, best first. */
  readonly write?: { readonly [E in EngineId]?: WriteSpec & EngineWrite[E] };
}

export const defineFormat = <const T extends FormatSpec>(format: T): T => format;
