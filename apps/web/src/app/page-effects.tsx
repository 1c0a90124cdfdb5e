import { onSessionLost, useSession } from '@filemill/web-client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../config/paths.js';
import { keepOffline } from '../lib/keep-offline.js';
import { withoutLanguage } from '../lib/local-path.js';
import { useLocation } from '../lib/router.js';
import { useLanguage, useLocalNavigate, useLocalPath } from '../lib/use-language.js';

/** Lets the texts follow the language of the path; they change once the new ones are loaded. */
export function LanguageSync() {
  const { i18n } = useTranslation();
  const language = useLanguage();
  useEffect(() => {
    const apply = () => {
      document.documentElement.lang = i18n.language;
    };
    i18n.on('languageChanged', apply);
    if (i18n.language === language) apply();
    else void i18n.changeLanguage(language);
    return () => i18n.off('languageChanged', apply);
  }, [i18n, language]);
  return null;
}

/** Stores each opened page for offline use. */
export function OfflineCopy() {
  const { pathname } = useLocation();
  useEffect(() => keepOffline(pathname), [pathname]);
  return null;
}

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

/**
 * Brings the section that the address names into view, and the top of a new page. The focus follows to another page:
 * its link is gone, and keys and readers would begin at the top of the window.
 */
export function ScrollToHash() {
  const { pathname, hash, key } = useLocation();
  const page = withoutLanguage(pathname);
  const shown = useRef(page);
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
    else window.scrollTo(0, 0);
    if (shown.current === page) return;
    shown.current = page;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [hash, key, page]);
  return null;
}
