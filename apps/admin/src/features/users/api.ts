import type { AdminUser, PathOf } from '@filemill/api';
import { requestJson } from '@filemill/web-client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

/** One page of the users whose e-mail address, name or id contains a text, newest first. @param page - from 1 */
export const usersQuery = (search: string, page: number) =>
  queryOptions({
    queryKey: ['admin', 'users', search, page],
    queryFn: ({ signal }) =>
      requestJson('GET', '/api/admin/users', { query: { page, search: search || undefined }, signal }),
    placeholderData: keepPreviousData,
  });

type ActionIn<Path> = Path extends `/api/admin/users/{id}/${infer Action}` ? Action : never;
/** Actions on a user: the last part of their routes' paths. */
export type UserAction = ActionIn<PathOf<'POST'>>;

/** Runs an action, and returns the changed user. @param reason - for the audit log */
export const actOnUser = ({ id }: AdminUser, action: UserAction, reason: string) =>
  requestJson('POST', `/api/admin/users/{id}/${action}`, { params: { id }, body: { reason } });

/** Possible actions on a user: administrators cannot suspend themselves, and users on Pro cannot be upgraded. */
export function actionsFor(user: AdminUser, ownId: string | undefined): readonly UserAction[] {
  if (user.suspended) return ['unsuspend'];
  const upgrade: readonly UserAction[] = user.plan === 'free' ? ['upgrade-to-pro'] : [];
  return user.id === ownId ? upgrade : [...upgrade, 'suspend'];
}
