import type { Category } from '@filemill/product';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getJson } from './api-client.js';
import { renewUser, type StoredUser, useSession } from './session.js';

export interface User extends StoredUser {
  /** Null unless on Pro. */
  readonly apiKey: string | null;
  /** ISO 8601; null while a subscription renews. */
  readonly subscriptionExpiresAt: string | null;
  readonly subscriptionCancelledAt: string | null;
  readonly isAdmin: boolean;
}

export type Usage = {
  readonly conversions: number;
  readonly limit: number;
  /** ISO 8601. */
  readonly resetDate: string;
  readonly dataProcessedMB: number;
  readonly maxFileSizeMB: number;
} & { readonly [K in `${Category}Conversions` | `${Category}Limit`]: number };

export interface ActivityRow {
  readonly id: string;
  readonly createdAt: string;
  readonly conversionType: Category;
  readonly originalFormat: string;
  readonly outputFormat: string;
  /** Bytes. */
  readonly originalSize: number;
  /** Bytes; null before it has ended, and where it failed. */
  readonly convertedSize: number | null;
  /** Seconds with two decimals; null until it has ended. */
  readonly processingTime: string | null;
  readonly status: 'success' | 'failed' | 'pending';
  /** Null once the file is erased. */
  readonly downloadUrl: string | null;
  readonly expiresAt: string;
  readonly workerJobId: null;
  readonly workerId: null;
}

/** The answer of `GET /api/user`. */
export interface Account {
  readonly user: User;
  readonly usage: Usage;
  readonly recentActivity: readonly ActivityRow[];
}

/** How often the account is read while no events arrive, ms. The server answers 304 while nothing changes. */
const REFETCH_MS = 2_000;

export const USER_KEY = ['user'] as const;

async function readAccount(signal: AbortSignal): Promise<Account> {
  const account = await getJson<Account>('/api/user', signal);
  renewUser(account.user);
  return account;
}

/** How often the account is read. */
export interface Freshness {
  /** For the dashboard: read again when the window gets the focus, and every 2 s. */
  readonly live?: boolean;
  /** Events report changes: no need to read every 2 s. */
  readonly streamed?: boolean;
}

/**
 * The signed-in user with usage and recent activity. The browser compares by ETag (`no-cache`), so an unchanged answer
 * costs a 304.
 */
export const userQuery = ({ live = false, streamed = false }: Freshness = {}) =>
  queryOptions({
    queryKey: USER_KEY,
    queryFn: ({ signal }) => readAccount(signal),
    // After a failed first read no event would bring the data.
    refetchInterval: ({ state }) => (live && !(streamed && state.data) ? REFETCH_MS : false),
    refetchOnWindowFocus: live ? 'always' : false,
  });

/** {@link userQuery} if a user is signed in; reads nothing otherwise. */
export function useAccount(freshness?: Freshness) {
  const session = useSession();
  return useQuery({ ...userQuery(freshness), enabled: session !== null });
}
