import type { Plan } from '@filemill/plans';
import { requestJson } from '@filemill/web-client';
import { queryOptions } from '@tanstack/react-query';

/** The plan table: every limit and price that the page shows. */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: async ({ signal }) => (await requestJson('GET', '/api/plans', { signal })).plans,
});

/** The largest file of any category, MB. */
export const largestFileMb = (plan: Plan): number => Math.max(...Object.values(plan.maxFileSizeMb));
