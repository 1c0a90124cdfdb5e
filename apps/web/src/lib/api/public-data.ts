import type { SiteConfig } from '@filemill/api';
import type { Plan } from '@filemill/plans';
import { call, requestJson } from '@filemill/web-client';
import { queryOptions } from '@tanstack/react-query';

/** The plan table: every limit and price that the page shows. */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: async ({ signal }) => (await requestJson('GET', '/api/plans', { signal })).plans,
});

/** The largest file of any category, MB. */
export const largestFileMb = (plan: Plan): number => Math.max(...Object.values(plan.maxFileSizeMb));

const STALE_MS = 60_000;
const REFETCH_MS = 600_000;

/** What the service has done so far. */
export const statisticsQuery = queryOptions({
  queryKey: ['statistics'],
  queryFn: ({ signal }) => requestJson('GET', '/api/statistics', { signal }),
  staleTime: STALE_MS,
  refetchInterval: REFETCH_MS,
});

/** Reads the configuration that the gateway serves beside the site. @throws {ApiError} */
export const readSiteConfig = async (signal?: AbortSignal): Promise<SiteConfig> =>
  (await call('/site-config.json', {}, { signal })).json();

export const siteConfigQuery = queryOptions({
  queryKey: ['site-config'],
  queryFn: ({ signal }) => readSiteConfig(signal),
});
