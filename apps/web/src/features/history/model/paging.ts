import type { HistoryPage } from '@filemill/api';

/** The highest page that the server accepts. */
const MAX_PAGE = 9_999_999;

/** The page number in the URL; 1 if there is none. */
export function pageOf(value: string | null): number {
  const page = Number(value);
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1;
}

/** The rows that a page shows, counted from 1: `Showing 21 to 40`. */
export function shownRange({ currentPage, itemsPerPage, totalCount }: HistoryPage['data']['pagination']): {
  from: number;
  to: number;
} {
  return {
    from: Math.min((currentPage - 1) * itemsPerPage + 1, totalCount),
    to: Math.min(currentPage * itemsPerPage, totalCount),
  };
}

/** The page to redirect to if the URL's page is beyond the last one; otherwise undefined. */
export const lastPageInstead = ({
  currentPage,
  totalPages,
}: HistoryPage['data']['pagination']): number | undefined =>
  totalPages > 0 && currentPage > totalPages ? totalPages : undefined;
