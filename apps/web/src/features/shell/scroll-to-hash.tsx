import { useEffect } from 'react';
import { useLocation } from '../../lib/router.js';

/** Brings the section that the address names into view, and the top of a new page. */
export function ScrollToHash() {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
    else window.scrollTo(0, 0);
  }, [hash, key]);
  return null;
}
