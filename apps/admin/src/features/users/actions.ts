import type { AdminUser, UserAction } from './api.js';

/** What can be done to a user now: nobody suspends themselves, and users on Pro are not upgraded. */
export function actionsFor(user: AdminUser, ownId: string | undefined): readonly UserAction[] {
  if (user.suspended) return ['unsuspend'];
  const upgrade: readonly UserAction[] = user.plan === 'free' ? ['upgrade-to-pro'] : [];
  return user.id === ownId ? upgrade : [...upgrade, 'suspend'];
}
