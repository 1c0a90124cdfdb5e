import { onSessionLost, useSession } from '@filemill/web-client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { paths } from '../config/paths.js';
import { useLocation } from '../lib/router.js';
import { useLocalNavigate, useLocalPath } from '../lib/use-language.js';

/**
 * Handles the end of a session, here or in another tab: removes the user's data from memory, and opens the root path
 * unless the page is there.
 */
export function SessionWatch() {
  const token = useSession()?.token;
  const queryClient = useQueryClient();
  const navigate = useLocalNavigate();
  const { pathname } = useLocation();
  const isHome = pathname === useLocalPath()(paths.home);
  const goHome = useRef<() => void>(() => undefined);
  goHome.current = () => {
    if (!isHome) navigate(paths.home, { replace: true });
  };
  const before = useRef(token);
  useEffect(() => {
    if (before.current !== undefined && before.current !== token) {
      void queryClient.resetQueries();
      if (token === undefined) goHome.current();
    }
    before.current = token;
  }, [token, queryClient]);
  useEffect(() => onSessionLost(() => goHome.current()), []);
  return null;
}
