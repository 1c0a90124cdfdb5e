import type { Pagination } from '@filemill/api';

/** Page size of the admin lists; the admin service uses the same. */
export const PAGE_SIZE = 20;

/** @param currentPage - from 1; beyond the last there is only a previous one */
export function paginate(currentPage: number, totalCount: number): Pagination {
  const totalPages = Math.ceil(totalCount / PAGE_SIZE);
  return {
    totalCount,
    totalPages,
    currentPage,
    itemsPerPage: PAGE_SIZE,
    hasPreviousPage: currentPage > 1 && totalPages > 0,
    hasNextPage: currentPage < totalPages,
  };
}
