import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False in the built page and while it wakes up, true from then on: for what only a browser knows. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
