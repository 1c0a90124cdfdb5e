import { ApiError, endSession, requestJson } from '@filemill/web-client';
import { useState } from 'react';
import { paths } from '../../config/paths.js';

/** Ends the session at the server and here, and goes home. While `isLeaving`, no denial is shown. */
export function useLogout(): { isLeaving: boolean; logout: () => Promise<void> } {
  const [isLeaving, setLeaving] = useState(false);
  const logout = async () => {
    setLeaving(true);
    try {
      await requestJson('POST', '/api/logout', { keepSession: true });
    } catch (error) {
      // If the token is unknown or the server unreachable, this browser deletes the session anyway.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      endSession();
      location.assign(paths.home);
    }
  };
  return { isLeaving, logout };
}
