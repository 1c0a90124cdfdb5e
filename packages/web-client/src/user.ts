import type { UserPage } from '@filemill/api';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { requestJson } from './api-client.js';
import { ApiError } from './api-error.js';
import { endSession, readSession, renewUser, useSession } from './session.js';

/** How often the account is read while no events arrive, ms. The server answers 304 while nothing changes. */
const REFETCH_MS = 2_000;

export const USER_KEY = ['user'] as const;

async function readAccount(signal: AbortSignal): Promise<UserPage> {
  const account = await requestJson('GET', '/api/user', { signal });
  renewUser(account.user);
  return account;
}

/** How often the account is read. */
export interface RefreshOptions {
  /** For the dashboard: read again when the window gets the focus, and every 2 s. */
  readonly live?: boolean;
  /** Events report changes: no need to read every 2 s. */
  readonly streamed?: boolean;
}

/**
 * The signed-in user with usage and recent activity. The browser compares by ETag (`no-cache`), so an unchanged answer
 * costs a 304.
 */
export const userQuery = ({ live = false, streamed = false }: RefreshOptions = {}) =>
  queryOptions({
    queryKey: USER_KEY,
    queryFn: ({ signal }) => readAccount(signal),
    // After a failed first read no event would bring the data.
    refetchInterval: ({ state }) => (live && !(streamed && state.data) ? REFETCH_MS : false),
    refetchOnWindowFocus: live ? 'always' : false,
  });

/** {@link userQuery} if a user is signed in; reads nothing otherwise. */
export function useAccount(freshness?: RefreshOptions) {
  const session = useSession();
  return useQuery({ ...userQuery(freshness), enabled: session !== null });
}

/** Ends the session at the server and in this browser. */
export async function logout(): Promise<void> {
  if (!readSession()) return;
  try {
    await requestJson('POST', '/api/logout', { keepSession: true });
  } catch (error) {
    // If the token is unknown or the server unreachable, this browser deletes the session anyway.
    if (!(error instanceof ApiError)) throw error;
  } finally {
    endSession();
  }
}
