import type { z } from 'zod';
import type { Category } from './category.js';
import type { EngineId } from './engines.js';

/** How one engine reads a format. Engines add fields of their own (see `engines.ts`). */
export interface ReadSpec {
  /** Kind of content inside the engine (`raster`, `writer`); an output lists the kinds that it can be made from. */
  readonly as: string;
}

/** How one engine writes a format. */
export interface WriteSpec {
  /** Kinds of content, as in {@link ReadSpec.as}, from which this engine makes the format. */
  readonly from: readonly string[];
  /** The user's settings for this output; the form, the validation and the docs follow from it. */
  readonly options?: z.ZodObject;
}

/** One file format: plain data, safe for the browser. */
export interface FormatSpec {
  /** Catalogue id and the word of the API, such as `webp`. */
  readonly id: string;
  readonly label: string;
  readonly category: Category;
  /** Without dot, lower case; outputs get the first. */
  readonly extensions: readonly [string, ...string[]];
  /** Outputs are served as the first. */
  readonly mimeTypes: readonly [string, ...string[]];
  /** Only a step between two others, never offered. */
  readonly internal?: true;
  /** Engines that read it, best first. */
  readonly read?: { readonly [E in EngineId]?: ReadSpec };
  /** Engines that write it, best first. */
  readonly write?: { readonly [E in EngineId]?: WriteSpec };
}

export const defineFormat = <const T extends FormatSpec>(format: T): T => format;
