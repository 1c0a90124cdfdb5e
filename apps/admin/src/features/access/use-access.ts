import { type ApiError, userQuery, useSession } from '@filemill/web-client';
import { useQuery } from '@tanstack/react-query';

/** Whether the current user is an administrator. */
export type Access = 'checking' | 'denied' | 'granted';

/** Retries when the server does not answer or has an internal error. */
const MORE_TRIES = 2;

/** Asks the server who is signed in. Without a session or an answer, access is denied. */
export function useAccess(): Access {
  const session = useSession();
  const account = useQuery({
    ...userQuery(),
    enabled: session !== null,
    retry: (failures, error) => {
      const { status } = error as ApiError;
      return (status === 0 || status >= 500) && failures <= MORE_TRIES;
    },
  });
  if (session === null || account.isError) return 'denied';
  if (account.isPending) return 'checking';
  return account.data.user.isAdmin ? 'granted' : 'denied';
}
