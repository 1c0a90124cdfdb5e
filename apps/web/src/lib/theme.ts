import { useEffect, useState } from 'react';
import { readStored, store } from './storage.js';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Also read by `public/theme.js`, before the first paint. */
const KEY = 'filemill-theme';
const darkSystem = matchMedia('(prefers-color-scheme: dark)');

const storedTheme = (): Theme => THEMES.find((theme) => theme === readStored(KEY)) ?? 'system';

function apply(theme: Theme): void {
  const dark = theme === 'dark' || (theme === 'system' && darkSystem.matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}

/** The chosen theme and how to choose another; `system` follows the system while the page is open. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(storedTheme);
  useEffect(() => {
    const follow = () => apply(theme);
    follow();
    darkSystem.addEventListener('change', follow);
    return () => darkSystem.removeEventListener('change', follow);
  }, [theme]);
  const choose = (next: Theme) => {
    store(KEY, next);
    setTheme(next);
  };
  return [theme, choose];
}
