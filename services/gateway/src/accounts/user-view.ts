import type { accounts } from '@filemill/contracts';
import { z } from 'zod';

const instant = z.iso.datetime();
const optionalIso = (ms: number | undefined): string | null =>
  ms === undefined ? null : new Date(ms).toISOString();

/** A user as that user sees it. */
export const userSchema = z
  .object({
    id: z.uuid(),
    email: z.string(),
    username: z.string(),
    plan: z.string().meta({ description: '`free` or `pro`' }),
    apiKey: z.string().nullable().meta({ description: 'Null unless on Pro' }),
    subscriptionExpiresAt: instant.nullable().meta({ description: 'Null while the subscription renews' }),
    subscriptionCancelledAt: instant.nullable(),
    isAdmin: z.boolean(),
  })
  .meta({ id: 'User' });
export type UserView = z.infer<typeof userSchema>;

export const presentUser = (user: accounts.User): UserView => ({
  id: user.id,
  email: user.email,
  username: user.username,
  plan: user.plan,
  apiKey: user.plan === 'pro' ? (user.apiKey ?? null) : null,
  subscriptionExpiresAt: optionalIso(user.subscriptionExpiresAtMs),
  subscriptionCancelledAt: optionalIso(user.subscriptionCancelledAtMs),
  isAdmin: user.isAdmin,
});
