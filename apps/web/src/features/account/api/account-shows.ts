import type { UserPage, UserView } from '@filemill/api';
import { USER_KEY, userQuery } from '@filemill/web-client';
import type { QueryClient } from '@tanstack/react-query';

const PAUSE_MS = 500;
/** The payment provider's confirmation comes within a second or two. */
const GIVE_UP_MS = 10_000;

/**
 * Reads the account again until it shows a change, so that no button shows its old label for a moment.
 * After ten seconds the page continues with the current data: later reads update it.
 */
export async function accountShows(
  queryClient: QueryClient,
  isChanged: (user: UserView) => boolean,
): Promise<void> {
  for (const giveUpAt = Date.now() + GIVE_UP_MS; Date.now() < giveUpAt; ) {
    await queryClient.refetchQueries({ queryKey: USER_KEY });
    const account = queryClient.getQueryData<UserPage>(userQuery().queryKey);
    if (!account || isChanged(account.user)) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
