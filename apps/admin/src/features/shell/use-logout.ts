import { ApiError, endSession, sendJson } from '@filemill/web-client';
import { useState } from 'react';
import { paths } from '../../config/paths.js';

/** Ends the session at the server and here, and leads home. From then on nothing is denied to anybody (`isLeaving`). */
export function useLogout(): { isLeaving: boolean; logout: () => Promise<void> } {
  const [isLeaving, setLeaving] = useState(false);
  const logout = async () => {
    setLeaving(true);
    try {
      await sendJson('POST', '/api/logout', undefined, { keepSession: true });
    } catch (error) {
      // A token that the server does not know, or a server that is unreachable: this browser forgets it all the same.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      endSession();
      location.assign(paths.home);
    }
  };
  return { isLeaving, logout };
}
