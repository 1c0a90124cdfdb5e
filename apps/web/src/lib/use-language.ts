import type { Language } from '@filemill/product';
import { storeLanguage } from '@filemill/web-client';
import { useCallback } from 'react';
import { languageOfPath, localPath, withoutLanguage } from './local-path.js';
import { useLocation, useNavigate } from './router.js';

/** The language of the page: its path says it. */
export const useLanguage = (): Language => languageOfPath(useLocation().pathname);

/** Puts the page's language in front of a path. */
export function useLocalPath(): (path: string) => string {
  const language = useLanguage();
  return useCallback((path: string) => localPath(language, path), [language]);
}

/** Goes to a path in the page's language. */
export function useLocalNavigate(): (path: string, options?: { replace?: boolean }) => void {
  const navigate = useNavigate();
  const local = useLocalPath();
  return useCallback((path, options) => void navigate(local(path), options), [navigate, local]);
}

/** Shows the same page in another language and remembers the choice. */
export function useChooseLanguage(): (language: Language) => void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  return (language) => {
    storeLanguage(language);
    const path = localPath(language, withoutLanguage(pathname));
    // Replaced, so that Back leads to the page before and not to its other language.
    void navigate(`${path}${search}${hash}`, { replace: true, preventScrollReset: true });
  };
}
