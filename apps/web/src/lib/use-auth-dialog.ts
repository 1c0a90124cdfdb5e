import { useCallback } from 'react';
import { useSearchParams } from './router.js';

export type AuthMode = 'login' | 'register';

/** The address of the home page says whether its sign-in dialog is open: `/?auth=login`. */
const PARAMETER = 'auth';

export interface AuthDialog {
  readonly mode: AuthMode | undefined;
  open(mode: AuthMode): void;
  close(): void;
}

/** The sign-in dialog of the home page: whether it is open, and how to open and close it. */
export function useAuthDialog(): AuthDialog {
  const [search, setSearch] = useSearchParams();
  const value = search.get(PARAMETER);
  const set = useCallback(
    (mode: AuthMode | undefined) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before);
          if (mode) after.set(PARAMETER, mode);
          else after.delete(PARAMETER);
          return after;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  );
  return {
    mode: value === 'login' || value === 'register' ? value : undefined,
    open: set,
    close: () => set(undefined),
  };
}
