import type { UserView } from '@filemill/api';
import type { accounts } from '@filemill/contracts';

const optionalIso = (ms: number | undefined): string | null =>
  ms === undefined ? null : new Date(ms).toISOString();

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
