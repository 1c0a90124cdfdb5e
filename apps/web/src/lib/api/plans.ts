import type { Category } from '@filemill/product';
import { getJson } from '@filemill/web-client';
import { queryOptions } from '@tanstack/react-query';

export interface Plan {
  readonly period: 'day' | 'month';
  readonly conversions: { readonly total: number; readonly byCategory: Readonly<Record<Category, number>> };
  readonly maxFileSizeMb: Readonly<Record<Category, number>>;
  readonly filesAtOnce: number;
  readonly concurrent: number;
  readonly handicapSeconds: number;
  readonly api: {
    readonly conversionsPerSecond: number;
    readonly conversionBurst: number;
    readonly readsPerMinute: number;
  } | null;
  readonly priceMinor: number;
  readonly currency: string;
}

export const PLAN_IDS = ['guest', 'free', 'pro'] as const;
export type PlanId = (typeof PLAN_IDS)[number];
export type Plans = Readonly<Record<PlanId, Plan>>;

/** The plan table: every limit and price that the page shows. */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: async ({ signal }) => (await getJson<{ plans: Plans }>('/api/plans', signal)).plans,
});

/** The largest file of any kind, MB. */
export const largestFileMb = (plan: Plan): number => Math.max(...Object.values(plan.maxFileSizeMb));
