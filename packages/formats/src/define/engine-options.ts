import type { z } from 'zod';
import type { EngineId } from './engines.js';
import type { FormatSpec } from './format.js';
import { pictureOptions } from './picture-options.js';

/** Settings that an engine has for every output, beside those of the formats. */
export const ENGINE_OPTIONS: { readonly [E in EngineId]?: (output: FormatSpec) => z.ZodObject } = {
  sharp: () => pictureOptions,
};
