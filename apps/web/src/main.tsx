// First: it says in which order the layers of all style sheets override each other.
import './styles/index.css';

import { createI18n } from '@filemill/web-client';
import { StrictMode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { pageAt, SHARED_NAMESPACES } from './app/pages.js';
import { Providers } from './app/providers.js';
import { AppRoutes } from './app/router.js';
import { loadTexts } from './app/texts.js';
import { languageOfPath } from './lib/local-path.js';
import { BrowserRouter } from './lib/router.js';

/** Tells `public/early-clicks.js` that everything rendered before this is hydrated. */
function HydrationSignal() {
  useEffect(() => {
    dispatchEvent(new Event('hydrated'));
  }, []);
  return null;
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

const { pathname } = location;
const language = languageOfPath(pathname);
const page = pageAt(pathname);
// Code and texts of the page come first: it then wakes up in one step, without a flash of what is missing.
const [i18n] = await Promise.all([
  createI18n(loadTexts, language, [...SHARED_NAMESPACES, ...page.namespaces]),
  page.preload(),
]);
const app = (
  <StrictMode>
    <Providers i18n={i18n}>
      <BrowserRouter>
        <AppRoutes />
        <HydrationSignal />
      </BrowserRouter>
    </Providers>
  </StrictMode>
);
if (root.hasChildNodes()) hydrateRoot(root, app);
else createRoot(root).render(app);
