import { z } from 'zod';

/**
 * The setting of an archive that is compressed.
 *
 * @param byDefault - what the program of the format does well in little time
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
