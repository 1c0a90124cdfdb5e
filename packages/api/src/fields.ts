import { PERIOD_DAYS } from '@filemill/product';
import { z } from 'zod';

/** Days of a period in a query. */
export const periodDays = z
  .enum(PERIOD_DAYS.map(String))
  .default('30')
  .transform(Number)
  .meta({ description: 'Days up to today, UTC' });

/** Position of a page in a list. */
export const paginationSchema = z.object({
  totalCount: z.int(),
  totalPages: z.int(),
  currentPage: z.int(),
  itemsPerPage: z.int(),
  hasPreviousPage: z.boolean(),
  hasNextPage: z.boolean(),
});
export type Pagination = z.infer<typeof paginationSchema>;
