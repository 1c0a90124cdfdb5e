import { z } from 'zod';

/** A zip may hold as many files as the largest batch. */
const MAX_FILES = 100;

/** Body of `POST /api/download/zip`. */
export const zipRequestSchema = z.strictObject({
  conversionIds: z.array(z.uuid()).min(1).max(MAX_FILES),
});
export type ZipRequest = z.infer<typeof zipRequestSchema>;

/** Its answer. */
export const zipLinkSchema = z.object({
  url: z.string().meta({ description: 'Good once within 5 minutes, without headers' }),
});
export type ZipLink = z.infer<typeof zipLinkSchema>;
