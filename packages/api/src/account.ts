import { CATEGORIES, type Category, USER_PLAN_IDS } from '@filemill/product';
import { z } from 'zod';

const instant = z.iso.datetime();

/** A user as the API shows the account to its owner. */
export const userSchema = z
  .object({
    id: z.uuid(),
    email: z.string(),
    username: z.string(),
    plan: z.enum(USER_PLAN_IDS),
    apiKey: z.string().nullable().meta({ description: 'Null unless on Pro' }),
    subscriptionExpiresAt: instant.nullable().meta({ description: 'Null while the subscription renews' }),
    subscriptionCancelledAt: instant.nullable(),
    isAdmin: z.boolean(),
  })
  .meta({ id: 'User' });
export type UserView = z.infer<typeof userSchema>;

type CategoryFigures = Record<`${Category}Conversions` | `${Category}Limit`, z.ZodInt>;

/** `imageConversions` and `imageLimit`, and so on for every category. */
const categoryFigures = Object.fromEntries(
  CATEGORIES.flatMap((category) => [
    [`${category}Conversions`, z.int()],
    [`${category}Limit`, z.int()],
  ]),
) as CategoryFigures;

/** What a user has used of the plan in the current month. */
export const usageSchema = z
  .object({
    conversions: z.int(),
    limit: z.int(),
    resetDate: z.iso.datetime(),
    dataProcessedMB: z.number().meta({ description: 'Input of completed conversions, two decimals' }),
    maxFileSizeMB: z.int().meta({ description: 'The largest figure of all categories' }),
    ...categoryFigures,
  })
  .meta({ id: 'Usage' });
export type UsageView = z.infer<typeof usageSchema>;
