import { lazy, Suspense, useEffect, useState } from 'react';
import { onOpenCookieSettings, useConsent } from '../../lib/consent.js';

/** In a separate file: visitors who have chosen never load it. */
const CookieBanner = lazy(async () => ({ default: (await import('./cookie-banner.js')).CookieBanner }));

/** Shows the cookie banner until a choice is made, and again on request. */
export function Consent() {
  const consent = useConsent();
  const [isReopened, setReopened] = useState(false);
  useEffect(() => onOpenCookieSettings(() => setReopened(true)), []);
  if (consent !== null && !isReopened) return null;
  return (
    <Suspense>
      <CookieBanner key={String(isReopened)} reopened={isReopened} onDone={() => setReopened(false)} />
    </Suspense>
  );
}
