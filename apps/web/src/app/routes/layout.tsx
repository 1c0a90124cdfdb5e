import '../../styles/cookie.css';
import { useSession } from '@filemill/web-client';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../config/paths.js';
import { Consent } from '../../features/consent/consent.js';
import { Footer } from '../../features/shell/footer.js';
import { Header } from '../../features/shell/header.js';
import { Outlet, useLocation } from '../../lib/router.js';
import { useAuthDialog } from '../../lib/use-auth-dialog.js';
import { useHydrated } from '../../lib/use-hydrated.js';
import { useLocalPath } from '../../lib/use-language.js';
import { PageHead } from '../head/page-head.js';
import { LanguageSync, OfflineCopy, ScrollToHash, SessionWatch } from '../page-effects.js';

/** Loaded when needed: most visits never see it. */
const AuthDialog = lazy(async () => ({
  default: (await import('../../features/auth/auth-dialog.js')).AuthDialog,
}));

/** The sign-in dialog of the home page, if the URL asks for it. */
function AuthOverlay() {
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

/** What surrounds every page. */
export function Layout() {
  const { t } = useTranslation();
  return (
    <>
      <a className="skip btn btn--accent" href="#main">
        {t('skip')}
      </a>
      <Consent />
      <Header />
      <main id="main" tabIndex={-1}>
        <Suspense fallback={<div className="page-wait" aria-busy="true" />}>
          <Outlet />
        </Suspense>
      </main>
      <Footer />
      <ScrollToHash />
      <LanguageSync />
      <PageHead />
      <SessionWatch />
      <OfflineCopy />
      <AuthOverlay />
    </>
  );
}
