import { TooltipProvider } from '@filemill/ui';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Checking, Denied, useAccess } from '../features/access/access.js';
import { Header } from '../features/shell/header.js';
import { useLogout } from '../features/shell/use-logout.js';
import { Navigate, Route, Routes } from '../lib/router.js';
import { Dashboard } from './routes/dashboard.js';

/** Lets administrators in, and nobody else. */
export function App() {
  const { t } = useTranslation();
  const access = useAccess();
  const { isLeaving, leave } = useLogout();
  if (isLeaving) return null;
  if (access === 'checking') return <Checking />;
  if (access === 'denied') return <Denied />;
  return (
    <TooltipProvider>
      <a className="skip btn btn--accent" href="#main">
        {t('header.skip')}
      </a>
      <Header onLogout={leave} />
      <main id="main" className="page adm" tabIndex={-1}>
        <Suspense fallback={<div className="adm__wait" aria-busy="true" />}>
          <Routes>
            <Route index element={<Dashboard />} />
            <Route path="*" element={<Navigate to="/" replace />} />
          </Routes>
        </Suspense>
      </main>
    </TooltipProvider>
  );
}
