import { z } from 'zod';

/**
 * The options of a compressed archive.
 *
 * @param byDefault - a level that is fast and compresses well with the format's own program
 */
export const archiveOptions = (byDefault: number) =>
  z.strictObject({
    level: z
      .int()
      .min(1)
      .max(9)
      .default(byDefault)
      .describe('1 is fastest, 9 makes the smallest file; what is inside is the same at every level.'),
  });
