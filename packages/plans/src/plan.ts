import { BYTES_PER_MB, CATEGORIES, type Category, fromCategories, PERIODS } from '@filemill/product';
import { z } from 'zod';

/** Five times this, the limit of a guest's address, still fits a 32-bit counter. */
const MAX_COUNT = 100_000_000;
/** S3's limit: 10,000 parts of 5 MB. */
const MAX_FILE_MB = 50_000;
/** A longer one would leave too little of the 50 min that a conversion has. */
const MAX_HANDICAP_SECONDS = 3_600;
/** Ids that one request for a zip may name, and one Redis value keep: 37 kB. */
export const MAX_FILES_AT_ONCE = 1_000;
/** Stripe's largest amount has eight digits. */
const MAX_PRICE_MINOR = 99_999_999;

const count = z.int().min(0).max(MAX_COUNT);
const byCategory = (value: z.ZodInt) => z.strictObject(fromCategories(() => value));

/** What one plan allows. Every number that a user can see or hit. */
export const planSchema = z
  .strictObject({
    /** Span after which `conversions` starts again, UTC: at midnight, or on the first of the month. */
    period: z.enum(PERIODS),
    /** Conversions per period, in total and per category; both limits apply. */
    conversions: z.strictObject({ total: count, byCategory: byCategory(count) }),
    /** Largest file, in units of {@link BYTES_PER_MB}. */
    maxFileSizeMb: byCategory(count.min(1).max(MAX_FILE_MB)),
    /** Files that may be chosen at once in the browser. */
    filesAtOnce: count.min(1).max(MAX_FILES_AT_ONCE),
    /** Conversions accepted and unfinished at once. */
    concurrent: count.min(1),
    /** Added to the place in the queue; see `jobPriority` of the queue package. */
    handicapSeconds: count.max(MAX_HANDICAP_SECONDS),
    /** Rates of one API key, or null where the plan has no API. */
    api: z
      .strictObject({
        conversionsPerSecond: count.min(1),
        conversionBurst: count.min(1),
        readsPerMinute: count.min(1),
      })
      .nullable(),
    /** Price of a month in the currency's smallest unit. */
    priceMinor: count.max(MAX_PRICE_MINOR),
    /** ISO 4217. */
    currency: z.string().regex(/^[A-Z]{3}$/),
  })
  .meta({ id: 'Plan' });
/** A checked plan. */
export type Plan = z.infer<typeof planSchema>;
/** A plan that may leave out the fields with a default in {@link planSchema}. */
export type PlanInput = z.input<typeof planSchema>;

/** The plan table: what `GET /api/plans` shows and the services enforce. */
export const planTableSchema = z.strictObject({ guest: planSchema, free: planSchema, pro: planSchema });
/** The plans by their ids. */
export type PlanTable = z.infer<typeof planTableSchema>;

/** Body of `GET /api/plans`. */
export const plansViewSchema = z.strictObject({
  /** Grows when an administrator changes the table. */
  version: z.int().min(1),
  plans: planTableSchema,
});
/** A plan table with its version. */
export type PlansView = z.infer<typeof plansViewSchema>;

/** The largest figure of the plan's size rows, MB. */
export const maxFileSizeMb = (plan: Plan): number =>
  Math.max(...CATEGORIES.map((category) => plan.maxFileSizeMb[category]));

/** Largest file of each category, bytes. */
export const maxFileSizeBytes = (plan: Plan): Record<Category, number> =>
  fromCategories((category) => plan.maxFileSizeMb[category] * BYTES_PER_MB);
