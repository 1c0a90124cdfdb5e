import { useTranslation } from 'react-i18next';
import { Footer, Header, ScrollToHash } from '../../features/shell/index.js';
import { Outlet } from '../../lib/router.js';

/** What surrounds every page. */
export function Layout() {
  const { t } = useTranslation();
  return (
    <>
      <a className="skip btn btn--accent" href="#main">
        {t('skip')}
      </a>
      <Header />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <ScrollToHash />
    </>
  );
}
