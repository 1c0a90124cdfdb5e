import { type ApiError, userQuery, useSession } from '@filemill/web-client';
import { useQuery } from '@tanstack/react-query';

/** Whether the person at the browser is an administrator. */
export type Access = 'checking' | 'denied' | 'granted';

/** Tries more where the server did not answer or has an error of its own. */
const MORE_TRIES = 2;

/** Asks the server who is signed in. Without a session, and where there is no answer, access is denied. */
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
