import { createI18n, onSessionLost } from '@filemill/web-client';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';
import { Providers } from './app/providers.js';
import { FIRST_NAMESPACES, loadTexts } from './app/texts.js';
import { adminLanguage } from './lib/language.js';
import { BrowserRouter } from './lib/router.js';
import './styles/index.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

const showLanguage = (language: string) => {
  document.documentElement.lang = language;
};
const i18n = await createI18n(loadTexts, adminLanguage(), FIRST_NAMESPACES);
showLanguage(i18n.language);
i18n.on('languageChanged', showLanguage);
// After the end of a session the denial is shown, which opens the root path after a few seconds.
onSessionLost(() => undefined);

createRoot(root).render(
  <StrictMode>
    <Providers i18n={i18n}>
      <BrowserRouter basename="/admin">
        <App />
      </BrowserRouter>
    </Providers>
  </StrictMode>,
);
