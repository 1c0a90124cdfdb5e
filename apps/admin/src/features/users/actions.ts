import type { AdminUser } from '@filemill/api';
import type { UserAction } from './api.js';

/** Possible actions on a user: administrators cannot suspend themselves, and users on Pro cannot be upgraded. */
export function actionsFor(user: AdminUser, ownId: string | undefined): readonly UserAction[] {
  if (user.suspended) return ['unsuspend'];
  const upgrade: readonly UserAction[] = user.plan === 'free' ? ['upgrade-to-pro'] : [];
  return user.id === ownId ? upgrade : [...upgrade, 'suspend'];
}
