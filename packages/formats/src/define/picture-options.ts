import { z } from 'zod';
import type { LossCode } from './losses.js';
import { cropOptions, more, sizeOptions, turnOptions } from './shape-options.js';

/** Of a side: docs/security.md, limits of pictures; also the largest of WebP. */
const MAX_SIDE_PX = 16_383;
const side = z.int().min(1).max(MAX_SIDE_PX);
/** A colour as `#rrggbb`. */
const COLOUR = /^#[0-9a-f]{6}$/i;

/**
 * Settings of every picture that passes through the engine `sharp`. It mirrors and turns first, then crops, then changes
 * the size.
 */
export const pictureOptions = z.strictObject({
  ...sizeOptions(side),
  enlarge: z.boolean().default(true).describe('Whether a small picture may become larger.').meta(more),
  ...turnOptions,
  metadata: z
    .enum(['keep', 'strip'])
    .default('keep')
    .describe('Whether date, place, camera and texts stay in the picture. The colour profile always does.'),
  grey: z.boolean().default(false).describe('Shades of grey instead of colours.'),
  background: z
    .string()
    .regex(COLOUR)
    .optional()
    .describe(
      'Colour behind transparent parts and beside the picture, as #rrggbb; white where one is needed.',
    )
    .meta({ examples: ['#336699'] }),
  frames: z
    .enum(['all', 'first'])
    .default('all')
    .describe('All pictures of an animation and pages of a file, or only the first.')
    .meta(more),
  ...cropOptions(side, MAX_SIDE_PX),
});

/** See {@link pictureOptions}. */
export type PictureOptions = z.infer<typeof pictureOptions>;

/** Whether a loss is what the user has asked for: nobody is told of it. */
export const isAskedFor = (code: LossCode, { metadata }: Readonly<Record<string, unknown>>): boolean =>
  code === 'metadata_dropped' && metadata === 'strip';

/** Settings of pictures that are drawn of pages, which have neither frames nor a maker. */
export const pageOptions = pictureOptions.omit({ metadata: true, frames: true });

/** See {@link pageOptions}. */
export type PageOptions = z.infer<typeof pageOptions>;
