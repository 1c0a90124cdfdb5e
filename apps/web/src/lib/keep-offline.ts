/** The service worker, `public/sw.js`. */
const WORKER = '/sw.js';
/** What the open page has loaded is kept once it has come to rest, ms. */
const REST_MS = 2_000;

/** Under trusted types the address of a program is taken from a policy alone. @see W3C Trusted Types, 3.1 */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

let registration: Promise<ServiceWorkerRegistration> | undefined;

function registered(): Promise<ServiceWorkerRegistration> {
  if (registration) return registration;
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('offline', { createScriptURL: () => WORKER });
  registration = navigator.serviceWorker
    .register(policy?.createScriptURL(WORKER) ?? WORKER)
    .then(() => navigator.serviceWorker.ready);
  return registration;
}

/** Files of the site that the open page has fetched, calls left out. */
const loadedPaths = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && !pathname.startsWith('/api/'))
    .map(({ pathname }) => pathname);

async function keep(pathname: string): Promise<void> {
  const { active } = await registered();
  active?.postMessage([...new Set([pathname, ...loadedPaths()])]);
}

/**
 * Keeps the open page in the browser, so that it also opens offline. Without browser support or permission,
 * pages need the network.
 *
 * @param pathname - of the page
 * @returns ends the wait
 */
export function keepOffline(pathname: string): () => void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return () => undefined;
  const timer = setTimeout(() => {
    keep(pathname).catch((error: unknown) => console.warn('offline', error));
  }, REST_MS);
  return () => clearTimeout(timer);
}
