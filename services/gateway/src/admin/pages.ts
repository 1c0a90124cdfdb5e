import { z } from 'zod';

/** Rows of a page of the admin lists; the admin service pages by it. */
const ITEMS_PER_PAGE = 20;

/** As in the services that page: what lies beyond is reached by searching. */
const MAX_PAGE = 100_000;

/** Number of a page in a query, from 1. */
export const pageNumber = z.coerce
  .number()
  .int()
  .min(1)
  .max(MAX_PAGE)
  .default(1)
  .meta({ description: 'From 1; 20 a page' });

/** Where a page stands among the others. */
export const adminPaginationSchema = z
  .object({
    totalCount: z.int(),
    totalPages: z.int(),
    currentPage: z.int(),
    itemsPerPage: z.int(),
    hasPreviousPage: z.boolean(),
    hasNextPage: z.boolean(),
  })
  .meta({ id: 'AdminPagination' });

/** @param currentPage - from 1; beyond the last there is only a previous one */
export function paginate(currentPage: number, totalCount: number): z.infer<typeof adminPaginationSchema> {
  const totalPages = Math.ceil(totalCount / ITEMS_PER_PAGE);
  return {
    totalCount,
    totalPages,
    currentPage,
    itemsPerPage: ITEMS_PER_PAGE,
    hasPreviousPage: currentPage > 1 && totalPages > 0,
    hasNextPage: currentPage < totalPages,
  };
}
