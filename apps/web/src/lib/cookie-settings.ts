const EVENT = 'filemill:cookie-settings';

/** Asks for the cookie banner, wherever the page shows it. */
export function openCookieSettings(): void {
  dispatchEvent(new Event(EVENT));
}

/** Calls back when the cookie banner is requested. @returns a function that stops it */
export function onOpenCookieSettings(listener: () => void): () => void {
  addEventListener(EVENT, listener);
  return () => removeEventListener(EVENT, listener);
}
