const EVENT = 'filemill:cookie-settings';

/** Asks for the cookie banner, wherever the page shows it. */
export function openCookieSettings(): void {
  dispatchEvent(new Event(EVENT));
}

/** Calls back when somebody asks for the cookie banner. @returns the way to stop */
export function onOpenCookieSettings(listener: () => void): () => void {
  addEventListener(EVENT, listener);
  return () => removeEventListener(EVENT, listener);
}
