import type { Category } from '@filemill/product';
import type { z } from 'zod';
import type { ByteReader } from '../bytes/byte-reader.js';
import type { EngineId, EngineRead, EngineWrite } from './engines.js';
import type { Facts } from './facts.js';
import type { PictureTrait } from './image-engines.js';
import type { Signature } from './signature.js';
import type { Trait } from './traits.js';

/** How one engine reads a format; {@link EngineRead} has its own data. */
interface ReadSpec {
  /** Kind of content inside the engine (`raster`, `writer`); an output lists the kinds that it can be made from. */
  readonly as: string;
  /** A second kind, for outputs that need more than {@link ReadSpec.as} promises: of a picture, that it may move. */
  readonly alsoAs?: string;
}

/** How one engine writes a format; {@link EngineWrite} has its own data. */
interface WriteSpec {
  /** Kinds of content, as in {@link ReadSpec.as}, from which this engine makes the format. */
  readonly from: readonly string[];
  /** What survives if this engine writes it; absent: what the format holds, and what the engine is known to keep. */
  readonly holds?: readonly (Trait | PictureTrait)[];
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
  /** Of outputs, where it is that of another format: several files in a zip, for example. */
  readonly outputExtension?: string;
  /** Outputs are served as the first. */
  readonly mimeTypes: readonly [string, ...string[]];
  /** How its bytes identify it. */
  readonly signature?: readonly Signature[];
  /** Its bytes have no magic number: only the file name identifies it, and the engine's reader is forced. */
  readonly noSignature?: true;
  /** Formats and known contents with the same bytes: if one of these is detected, the file name decides. */
  readonly sharesBytesWith?: readonly string[];
  /**
   * Reads size and encryption from the header, in linear time and bounded memory. It leaves out what it cannot
   * parse: the engine decides whether a file is damaged.
   *
   * @throws {AppError} FILE_ENCRYPTED, FILE_TOO_LARGE; FILE_CORRUPT if the file is one of our own outputs
   */
  readonly limits?: (reader: ByteReader) => Promise<Facts>;
  /** Only an intermediate step, never offered to users. */
  readonly internal?: true;
  /**
   * What a file of it can hold, as far as losses go; absent: what its engines and kinds of content usually hold. What
   * the input holds and the output does not is the loss to be expected, by which routes are chosen.
   */
  readonly holds?: readonly Trait[];
  /** Engines that read it, best first. */
  readonly read?: { readonly [E in EngineId]?: ReadSpec & EngineRead[E] };
  /** Engines that write it, best first. */
  readonly write?: { readonly [E in EngineId]?: WriteSpec & EngineWrite[E] };
}

/** How an engine is used in a route: it decides which of its settings have an effect. */
export interface Use {
  /** What the engine reads. */
  readonly from: FormatSpec;
  /** Nothing follows: what is written is what the user gets. */
  readonly isFinal: boolean;
}

/** Declares a format; the type keeps each word as it is written. */
export const defineFormat = <const T extends FormatSpec>(format: T): T => format;

/** The extension of a file that is written in a format, without dot. */
export const writtenExtension = ({ outputExtension, extensions }: FormatSpec): string =>
  outputExtension ?? extensions[0];

/** Known content that is not a format of the catalogue: refused with its name, or treated as a format. */
export interface KnownContent {
  /** Shown to the caller as what was detected. */
  readonly id: string;
  readonly signature: readonly Signature[];
  /** Format that it is treated as, unless the file name decides between formats with the same bytes. */
  readonly treatedAs?: string;
}
