import { z } from 'zod';

/**
 * Settings of a picture format that loses detail when it is made smaller.
 *
 * @param byDefault - chosen so that no loss is seen at normal size
 */
export const lossyImageOptions = (byDefault: number) =>
  z.strictObject({
    quality: z
      .int()
      .min(1)
      .max(100)
      .default(byDefault)
      .describe('Picture quality from 1 (smallest file) to 100 (best).'),
  });
