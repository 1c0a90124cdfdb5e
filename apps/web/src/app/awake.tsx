import { useEffect } from 'react';

/** Tells `public/early-clicks.js` that everything rendered before this is hydrated. */
export function Awake() {
  useEffect(() => {
    dispatchEvent(new Event('awake'));
  }, []);
  return null;
}
