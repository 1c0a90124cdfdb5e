import { useEffect } from 'react';

/** Tells `public/early-clicks.js` that everything rendered before this answers by now. */
export function Awake() {
  useEffect(() => {
    dispatchEvent(new Event('awake'));
  }, []);
  return null;
}
