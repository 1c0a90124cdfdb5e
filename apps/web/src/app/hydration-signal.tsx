import { useEffect } from 'react';

/** Tells `public/early-clicks.js` that everything rendered before this is hydrated. */
export function HydrationSignal() {
  useEffect(() => {
    dispatchEvent(new Event('hydrated'));
  }, []);
  return null;
}
