import { useEffect, useSyncExternalStore } from 'react';
import { readValue, storeValue } from './storage.js';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Also read by `public/theme.js` of the site, before the first paint. */
const KEY = 'filemill-theme';

const listeners = new Set<() => void>();
const storedTheme = (): Theme => THEMES.find((theme) => theme === readValue(KEY)) ?? 'system';

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function choose(theme: Theme): void {
  storeValue(KEY, theme);
  for (const listener of listeners) listener();
}

/** The chosen theme and how to choose another; `system` follows the system while the page is open. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore<Theme>(subscribe, storedTheme, () => 'system');
  useEffect(() => {
    const darkSystem = matchMedia('(prefers-color-scheme: dark)');
    const follow = () => {
      const stored = storedTheme();
      const dark = stored === 'dark' || (stored === 'system' && darkSystem.matches);
      document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    };
    follow();
    darkSystem.addEventListener('change', follow);
    const stop = subscribe(follow);
    return () => {
      darkSystem.removeEventListener('change', follow);
      stop();
    };
  }, []);
  return [theme, choose];
}
