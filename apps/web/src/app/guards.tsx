import { useSession } from '@filemill/web-client';
import { type ReactNode, useState } from 'react';
import { paths } from '../config/paths.js';
import { Navigate } from '../lib/router.js';
import { useLocalPath } from '../lib/use-language.js';

/**
 * Shows a page to signed-in users, and sends others to the sign-in page. If the session ends on the page, it goes home
 * instead (`SessionWatch`).
 */
export function RequireLogin({ children }: { children: ReactNode }) {
  const local = useLocalPath();
  const session = useSession();
  const [wasSignedIn] = useState(session !== null);
  if (session) return children;
  return wasSignedIn ? null : <Navigate to={local(paths.auth)} replace />;
}

/** Shows a page to visitors who are not signed in, and sends others to the dashboard. */
export function RedirectIfLoggedIn({ children }: { children: ReactNode }) {
  const local = useLocalPath();
  return useSession() ? <Navigate to={local(paths.dashboard)} replace /> : children;
}
