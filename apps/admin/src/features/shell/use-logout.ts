import { logout } from '@filemill/web-client';
import { useState } from 'react';
import { paths } from '../../config/paths.js';

/** Ends the session and goes home. While `isLeaving`, no denial is shown. */
export function useLogout(): { isLeaving: boolean; leave: () => void } {
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    void logout().finally(() => location.assign(paths.home));
  };
  return { isLeaving, leave };
}
