import type { AdminUser, Users } from '@filemill/api';
import { getJson, sendJson } from '@filemill/web-client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

const read = (search: string, page: number, signal: AbortSignal) => {
  const query = new URLSearchParams({ page: String(page), ...(search !== '' && { search }) });
  return getJson<Users>(`/api/admin/users?${query}`, signal);
};

/** One page of the users whose e-mail address, name or id contains a text, newest first. @param page - from 1 */
export const usersQuery = (search: string, page: number) =>
  queryOptions({
    queryKey: ['admin', 'users', search, page],
    queryFn: ({ signal }) => read(search, page, signal),
    placeholderData: keepPreviousData,
  });

/** Actions on a user; the last part of the call's path. */
export type UserAction = 'upgrade-to-pro' | 'suspend' | 'unsuspend';

/** Runs an action, and returns the changed user. @param reason - for the audit log */
export const actOnUser = (id: string, action: UserAction, reason: string): Promise<{ user: AdminUser }> =>
  sendJson('POST', `/api/admin/users/${id}/${action}`, { reason });
