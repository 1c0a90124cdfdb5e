import { useEffect, useRef } from 'react';
import { withoutLanguage } from '../../lib/local-path.js';
import { useLocation } from '../../lib/router.js';

/**
 * Brings the section that the address names into view, and the top of a new page. The focus follows to another page:
 * its link is gone, and keys and readers would begin at the top of the window.
 */
export function ScrollToHash() {
  const { pathname, hash, key } = useLocation();
  const page = withoutLanguage(pathname);
  const shown = useRef(page);
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
    else window.scrollTo(0, 0);
    if (shown.current === page) return;
    shown.current = page;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [hash, key, page]);
  return null;
}
