import { useEffect } from 'react';
import { keepOffline } from '../lib/keep-offline.js';
import { useLocation } from '../lib/router.js';

/** Keeps each page that is opened for times without a network. */
export function OfflineCopy() {
  const { pathname } = useLocation();
  useEffect(() => keepOffline(pathname), [pathname]);
  return null;
}
