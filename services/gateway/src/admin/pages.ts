import type { AdminPagination } from '@filemill/api';

/** Page size of the admin lists; the admin service uses the same. */
const ITEMS_PER_PAGE = 20;

/** @param currentPage - from 1; after the last page there is only a previous one */
export function paginate(currentPage: number, totalCount: number): AdminPagination {
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
