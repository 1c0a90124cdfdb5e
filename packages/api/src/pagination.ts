import { z } from 'zod';

/** Where a page stands among the others. */
export const paginationSchema = z.object({
  totalCount: z.int(),
  totalPages: z.int(),
  currentPage: z.int(),
  itemsPerPage: z.int(),
  hasPreviousPage: z.boolean(),
  hasNextPage: z.boolean(),
});
export type Pagination = z.infer<typeof paginationSchema>;
