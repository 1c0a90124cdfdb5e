import { requestJson } from '@filemill/web-client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

/** Conversions that the overview shows, as specified. */
const OVERVIEW_COUNT = 5;
/** Conversions that are added at once to the list of all. */
const PAGE_COUNT = 20;

/** Conversions of all owners, newest first. @param before - id of a conversion: only older ones */
const readConversions = (limit: number, signal: AbortSignal, before?: string) =>
  requestJson('GET', '/api/admin/recent-conversions', { query: { limit, before }, signal });

/** The newest few. */
export const newestConversionsQuery = queryOptions({
  queryKey: ['admin', 'conversions', 'newest'],
  queryFn: ({ signal }) => readConversions(OVERVIEW_COUNT, signal),
});

/** All of them, loaded page by page. */
export const conversionsQuery = infiniteQueryOptions({
  queryKey: ['admin', 'conversions', 'all'],
  queryFn: ({ signal, pageParam }) => readConversions(PAGE_COUNT, signal, pageParam),
  initialPageParam: undefined as string | undefined,
  // A page that is not full is the last one.
  getNextPageParam: (page) => (page.length < PAGE_COUNT ? undefined : page.at(-1)?.id),
});
