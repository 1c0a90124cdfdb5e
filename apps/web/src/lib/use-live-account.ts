import { useAccount, useSession } from '@filemill/web-client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { followAccount } from './follow-account.js';

/**
 * Follows all conversions of the signed-in user by one stream, and keeps them under `['conversions', id]`.
 *
 * @param isWanted - whether to follow now
 * @returns whether events arrive
 */
export function useAccountStream(isWanted = true): boolean {
  const token = useSession()?.token;
  const queryClient = useQueryClient();
  const [isLive, setLive] = useState(false);
  const followed = isWanted ? token : undefined;
  useEffect(() => {
    if (followed === undefined) return;
    const ended = new AbortController();
    void followAccount(queryClient, ended.signal, setLive);
    return () => {
      ended.abort();
      setLive(false);
    };
  }, [followed, queryClient]);
  return followed !== undefined && isLive;
}

/**
 * The signed-in user with usage and activity, as it changes: by server-sent events, and by polling every 2 s while none
 * arrive.
 *
 * @param awaitsPlan - asks every 2 s all the same: of a plan that was just paid, events tell some seconds later
 */
export function useLiveAccount(awaitsPlan = false) {
  const isLive = useAccountStream();
  return { ...useAccount({ live: true, streamed: isLive && !awaitsPlan }), isLive };
}
