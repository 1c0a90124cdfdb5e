import { ApiError, endSession, readSession, requestJson } from '@filemill/web-client';
import { useCallback } from 'react';

/** Ends the session at the server and here. The page goes home by itself, in all tabs (`SessionWatch`). */
export function useLogout(): () => Promise<void> {
  return useCallback(async () => {
    if (!readSession()) return;
    try {
      await requestJson('POST', '/api/logout', { keepSession: true });
    } catch (error) {
      // If the token is unknown or the server unreachable, this browser deletes the session anyway.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      endSession();
    }
  }, []);
}
