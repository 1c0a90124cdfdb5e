import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Consent } from '../../features/consent/index.js';
import { Footer, Header, ScrollToHash } from '../../features/shell/index.js';
import { Outlet } from '../../lib/router.js';
import { AuthOverlay } from '../auth-overlay.js';
import { PageHead } from '../head/page-head.js';
import { LanguageSync } from '../language-sync.js';
import { OfflineCopy } from '../offline-copy.js';
import { SessionWatch } from '../session-watch.js';

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
