import { requestJson } from '@filemill/web-client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

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
      (await requestJson('GET', '/api/conversion-history', { query: { page }, signal })).data,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
