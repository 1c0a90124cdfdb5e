import { type RefObject, useEffect } from 'react';

/** Space between the focused element and the banner, px. */
const GAP_PX = 12;
const HEIGHT = '--cookie-height';

/**
 * Keeps a bar at the bottom of the window from covering the focused element: the page ends above it, and an element
 * that gets the focus below it is scrolled into view.
 */
export function useClearOf(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const root = document.documentElement;
    const top = () => element.getBoundingClientRect().top;
    const measure = () => root.style.setProperty(HEIGHT, `${Math.ceil(innerHeight - top())}px`);
    const clear = () => {
      const focused = document.activeElement;
      if (!focused || focused === document.body || element.contains(focused)) return;
      const overlapPx = focused.getBoundingClientRect().bottom + GAP_PX - top();
      // An element taller than the free space cannot be shown completely; its beginning stays visible.
      const roomPx = Math.max(0, focused.getBoundingClientRect().top - GAP_PX);
      if (overlapPx > 0) scrollBy({ top: Math.min(overlapPx, roomPx), behavior: 'instant' });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    clear();
    document.addEventListener('focusin', clear);
    addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', clear);
      removeEventListener('resize', measure);
      root.style.removeProperty(HEIGHT);
    };
  }, [bar]);
}
