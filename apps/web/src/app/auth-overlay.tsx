import { useSession } from '@filemill/web-client';
import { lazy, Suspense } from 'react';
import { paths } from '../config/paths.js';
import { useLocation } from '../lib/router.js';
import { useAuthDialog } from '../lib/use-auth-dialog.js';
import { useHydrated } from '../lib/use-hydrated.js';
import { useLocalPath } from '../lib/use-language.js';

/** Loaded when needed: most visits never see it. */
const AuthDialog = lazy(async () => ({
  default: (await import('../features/auth/index.js')).AuthDialog,
}));

/** The sign-in dialog of the home page, if the URL asks for it. */
export function AuthOverlay() {
  const dialog = useAuthDialog();
  const isHydrated = useHydrated();
  const session = useSession();
  const isHome = useLocation().pathname === useLocalPath()(paths.home);
  if (!dialog.mode || !isHome || !isHydrated || session) return null;
  return (
    <Suspense>
      <AuthDialog mode={dialog.mode} onMode={dialog.open} onClose={dialog.close} />
    </Suspense>
  );
}
