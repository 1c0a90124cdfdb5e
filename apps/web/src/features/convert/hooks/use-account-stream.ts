import { useSession } from '@filemill/web-client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { followAccount } from '../../../lib/follow-account.js';

/**
 * Follows all conversions of a signed-in user by one stream while a conversion is unfinished.
 *
 * @returns whether events arrive
 */
export function useAccountStream(isWanted: boolean): boolean {
  const token = useSession()?.token;
  const client = useQueryClient();
  const [isLive, setLive] = useState(false);
  const isOn = isWanted && token !== undefined;
  useEffect(() => {
    if (!isOn) return;
    const ended = new AbortController();
    void followAccount(client, ended.signal, setLive);
    return () => {
      ended.abort();
      setLive(false);
    };
  }, [isOn, client]);
  return isOn && isLive;
}
