import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Whether an element is narrower than its first child, so that its content scrolls. Such an element must take the focus:
 * else it cannot be scrolled by keyboard.
 *
 * @see WCAG 2.1.1
 */
export function useOverflow<T extends HTMLElement>(): { ref: RefObject<T | null>; isOverflowing: boolean } {
  const ref = useRef<T>(null);
  const [isOverflowing, setOverflowing] = useState(false);
  useEffect(() => {
    const element = ref.current;
    // Tests without a browser have no layout.
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => setOverflowing(element.scrollWidth > element.clientWidth));
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return { ref, isOverflowing };
}
