import { type ActivityRow, getJson } from '@filemill/web-client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

export interface Pagination {
  readonly totalCount: number;
  readonly totalPages: number;
  /** From 1. */
  readonly currentPage: number;
  readonly itemsPerPage: number;
  readonly hasPreviousPage: boolean;
  readonly hasNextPage: boolean;
}

export interface HistoryPageData {
  readonly conversions: readonly ActivityRow[];
  readonly pagination: Pagination;
}

/**
 * One page of what the user has converted, newest first. Read whenever it is shown; the previous page stays visible
 * until then.
 *
 * @param page - from 1; one beyond the last is empty
 */
export const historyQuery = (page: number) =>
  queryOptions({
    queryKey: ['conversion-history', page],
    queryFn: async ({ signal }) =>
      (await getJson<{ data: HistoryPageData }>(`/api/conversion-history?page=${page}`, signal)).data,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
