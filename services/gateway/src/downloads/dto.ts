import { MAX_FILES_AT_ONCE } from '@filemill/plans';
import { z } from 'zod';

/** Body of `POST /api/download/zip`: at most as many as the largest batch of any plan. */
export const zipRequestSchema = z.strictObject({
  conversionIds: z.array(z.uuid()).min(1).max(MAX_FILES_AT_ONCE),
});
export type ZipRequest = z.infer<typeof zipRequestSchema>;

/** Its answer. */
export const zipLinkSchema = z.object({
  url: z.string().meta({ description: 'Good once within 5 minutes, without headers' }),
});
export type ZipLink = z.infer<typeof zipLinkSchema>;
