import { z } from 'zod';

/** Of a side: docs/security.md, limits of pictures. */
const MAX_SIDE_PX = 16_384;
const side = z.int().min(1).max(MAX_SIDE_PX).optional();
const offset = z.int().min(0).max(MAX_SIDE_PX).optional();

const px = { unit: 'px' } as const;
const more = { advanced: true } as const;

/** A colour as `#rrggbb`. */
export const COLOUR = /^#[0-9a-f]{6}$/i;

/**
 * Settings of every picture that passes through the engine `sharp`. It turns and mirrors first, then crops, then changes
 * the size.
 */
export const pictureOptions = z.strictObject({
  width: side.describe('Width of the result. With one side alone the other follows from it.').meta(px),
  height: side.describe('Height of the result. With one side alone the other follows from it.').meta(px),
  fit: z
    .enum(['inside', 'cover', 'pad', 'stretch'])
    .default('inside')
    .describe(
      'If width and height are given: the whole picture inside them, the middle of it that fills them, the whole on a ground that fills them, or pulled to both.',
    )
    .meta(more),
  enlarge: z.boolean().default(true).describe('Whether a small picture may become larger.').meta(more),
  rotate: z.literal([0, 90, 180, 270]).default(0).describe('Degrees to the right.'),
  mirror: z
    .enum(['none', 'horizontal', 'vertical'])
    .default('none')
    .describe('Swaps left and right, or top and bottom.'),
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
    ),
  frames: z
    .enum(['all', 'first'])
    .default('all')
    .describe('All pictures of an animation and pages of a file, or only the first.')
    .meta(more),
  cropLeft: offset.describe('Where the part begins that stays, from the left.').meta({ ...px, ...more }),
  cropTop: offset.describe('Where the part begins that stays, from the top.').meta({ ...px, ...more }),
  cropWidth: side.describe('Width of the part that stays.').meta({ ...px, ...more }),
  cropHeight: side.describe('Height of the part that stays.').meta({ ...px, ...more }),
});

/** See {@link pictureOptions}. */
export type PictureOptions = z.infer<typeof pictureOptions>;
