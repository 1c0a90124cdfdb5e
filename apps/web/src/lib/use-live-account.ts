import { useAccount, useSession } from '@filemill/web-client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { followAccount } from './follow-account.js';

/**
 * The signed-in user with usage and activity, as it changes: by server-sent events, and by polling every 2 s while none
 * arrive. Conversions are kept under `['conversions', id]`.
 *
 * @param awaitsPlan - asks every 2 s all the same: of a plan that was just paid, events tell some seconds later
 */
export function useLiveAccount(awaitsPlan = false) {
  const token = useSession()?.token;
  const queryClient = useQueryClient();
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    if (token === undefined) return;
    const ended = new AbortController();
    void followAccount(queryClient, ended.signal, setLive);
    return () => ended.abort();
  }, [token, queryClient]);
  return { ...useAccount({ live: true, streamed: isLive && !awaitsPlan }), isLive };
}
