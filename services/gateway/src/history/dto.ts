import { z } from 'zod';
import { activityRowSchema } from './activity-row.js';

/** Query of `GET /api/conversion-history`. */
export const historyQuerySchema = z.object({
  page: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, 'a whole number from 1 to 9999999')
    .default('1')
    .transform(Number),
});
export type HistoryQuery = z.infer<typeof historyQuerySchema>;

/** Its answer. */
export const historyPageSchema = z
  .object({
    data: z.object({
      conversions: z.array(activityRowSchema),
      pagination: z.object({
        totalCount: z.int(),
        totalPages: z.int(),
        currentPage: z.int(),
        itemsPerPage: z.int(),
        hasPreviousPage: z.boolean(),
        hasNextPage: z.boolean(),
      }),
    }),
  })
  .meta({ id: 'HistoryPage' });
export type HistoryPage = z.infer<typeof historyPageSchema>;
