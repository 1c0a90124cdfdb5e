import { z } from 'zod';
import { more } from './shape-options.js';

/** Letters to keep, by the ranges of Unicode that web fonts are usually split by: ../../../../services/worker-document/font/edits.py. */
const SUBSETS = ['all', 'latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese'] as const;

/** What the engine `fonttools` does for every font. */
export const fontOptions = z.strictObject({
  subset: z
    .enum(SUBSETS)
    .default('all')
    .describe('Only the letters of these languages: a much smaller file.'),
  weight: z
    .int()
    .min(1)
    .max(1000)
    .optional()
    .describe(
      'Of a variable font with quadratic outlines only this weight, from 100 (thin) to 900 (black); other fonts are refused.',
    ),
  hinting: z
    .enum(['keep', 'drop'])
    .default('keep')
    .describe('Instructions for small sizes on old screens; without them the file is smaller.')
    .meta(more),
  layoutFeatures: z
    .enum(['keep', 'usual', 'drop'])
    .default('keep')
    .describe(
      'Kerning, joined letters, small capitals and such: all, those that are on by themselves, or none.',
    )
    .meta(more),
  names: z
    .enum(['keep', 'minimal'])
    .default('keep')
    .describe('Names of the font in all languages with licence and maker, or only those that programs need.')
    .meta(more),
});
