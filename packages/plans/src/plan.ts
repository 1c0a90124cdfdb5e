import { z } from 'zod';

/** Kinds of file that have a quota and a size limit of their own. A spreadsheet counts as a document. */
export const PLAN_CATEGORIES = [
  'image',
  'video',
  'audio',
  'document',
  'presentation',
  'archive',
  'ebook',
  'font',
] as const;
export type PlanCategory = (typeof PLAN_CATEGORIES)[number];

export const PLAN_IDS = ['guest', 'free', 'pro'] as const;
export type PlanId = (typeof PLAN_IDS)[number];

const count = z.int().min(0).max(1_000_000_000);
const byCategory = (value: z.ZodInt) => z.strictObject(fromCategories(() => value));

/** What one plan allows. Every number that a user can see or hit. */
export const planSchema = z
  .strictObject({
    /** Span after which `conversions` starts again, UTC: at midnight, or on the first of the month. */
    period: z.enum(['day', 'month']),
    /** Conversions per period, in all and per category; both hold. */
    conversions: z.strictObject({ total: count, byCategory: byCategory(count) }),
    /** Largest file, in units of {@link BYTES_PER_MB}. */
    maxFileSizeMb: byCategory(count.min(1)),
    /** Files that may be chosen at once in the browser. */
    filesAtOnce: count.min(1),
    /** Conversions accepted and unfinished at once. */
    concurrent: count.min(1),
    /** Added to the place in the queue; see `jobPriority` of the queue package. */
    handicapSeconds: count.max(3_600),
    /** Rates of one API key, or null where the plan has no API. */
    api: z
      .strictObject({
        conversionsPerSecond: count.min(1),
        conversionBurst: count.min(1),
        readsPerMinute: count.min(1),
      })
      .nullable(),
    /** Price of a month in the currency's smallest unit. */
    priceMinor: count,
    /** ISO 4217. */
    currency: z.string().regex(/^[A-Z]{3}$/),
  })
  .meta({ id: 'Plan' });
export type Plan = z.infer<typeof planSchema>;

/** The plan table: what `GET /api/plans` shows and the services enforce. */
export const planTableSchema = z.strictObject({ guest: planSchema, free: planSchema, pro: planSchema });
export type PlanTable = z.infer<typeof planTableSchema>;

/** A record with a value for each category. */
export function fromCategories<T>(valueFor: (category: PlanCategory) => T): Record<PlanCategory, T> {
  const entries = PLAN_CATEGORIES.map((category) => [category, valueFor(category)] as const);
  return Object.fromEntries(entries) as Record<PlanCategory, T>;
}
