import { useSyncExternalStore } from 'react';

/** Stands in the built pages where the server puts the public address when it starts. */
export const ORIGIN_PLACEHOLDER = '%PUBLIC_URL%';

/** The public address of the site, without a slash at its end. The served page names it; in development it is here. */
export function publicOrigin(): string {
  if (typeof document === 'undefined') return ORIGIN_PLACEHOLDER;
  const served = document.querySelector<HTMLMetaElement>('meta[name="public-url"]')?.content;
  return served && served !== ORIGIN_PLACEHOLDER ? served : location.origin;
}

const never = () => () => undefined;

/** {@link publicOrigin} for components: the same in the built page and in the browser. */
export const usePublicOrigin = (): string => useSyncExternalStore(never, publicOrigin, publicOrigin);
