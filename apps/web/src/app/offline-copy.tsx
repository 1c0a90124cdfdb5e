import { useEffect } from 'react';
import { keepOffline } from '../lib/keep-offline.js';
import { useLocation } from '../lib/router.js';

/** Stores each opened page for offline use. */
export function OfflineCopy() {
  const { pathname } = useLocation();
  useEffect(() => keepOffline(pathname), [pathname]);
  return null;
}
