import { z } from 'zod';

/** The unit of a side, shown beside it. */
export const px = { unit: 'px' } as const;
/** For settings that few people need. */
export const more = { advanced: true } as const;

/** How large a result is. @param side - which sides are possible */
export const sizeOptions = (side: z.ZodNumber) => ({
  width: side
    .optional()
    .describe('Width of the result. With one side alone the other follows from it.')
    .meta(px),
  height: side
    .optional()
    .describe('Height of the result. With one side alone the other follows from it.')
    .meta(px),
  fit: z
    .enum(['inside', 'cover', 'pad', 'stretch'])
    .default('inside')
    .describe(
      'If width and height are given: the whole picture inside them, the middle of it that fills them, the whole on a ground that fills them, or pulled to both.',
    )
    .meta(more),
});

/** How it lies. */
export const turnOptions = {
  rotate: z.literal([0, 90, 180, 270]).default(0).describe('Degrees to the right.').meta(more),
  mirror: z
    .enum(['none', 'horizontal', 'vertical'])
    .default('none')
    .describe('Swaps left and right, or top and bottom.')
    .meta(more),
};

/** The part of it that stays. @param side - which sides are possible; @param maxPx - where a part may begin, at most */
export function cropOptions(side: z.ZodNumber, maxPx: number) {
  const offset = z.int().min(0).max(maxPx).optional();
  const unit = { ...px, ...more };
  return {
    cropLeft: offset.describe('Where the part begins that stays, from the left.').meta(unit),
    cropTop: offset.describe('Where the part begins that stays, from the top.').meta(unit),
    cropWidth: side.optional().describe('Width of the part that stays.').meta(unit),
    cropHeight: side.optional().describe('Height of the part that stays.').meta(unit),
  };
}
