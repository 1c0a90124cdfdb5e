import { useCallback } from 'react';
import { cx } from './cx.js';

/**
 * Sets custom properties of an element. By script and not in the markup: the page's policy allows no style attribute,
 * which prerendered markup would have.
 *
 * @returns the element's `ref`
 */
export function useCssVariable(name: `--${string}`, value: string): (element: HTMLElement | null) => void {
  return useCallback((element: HTMLElement | null) => element?.style.setProperty(name, value), [name, value]);
}

/**
 * A plain bar. Decorative: the value is next to it in words, or its parent is the `progressbar`.
 *
 * @param percent - 0 to 100; null while it runs and the share is unknown
 */
export function Bar({ percent, className }: { percent: number | null; className?: string }) {
  const ref = useCssVariable('--p', `${percent ?? 100}%`);
  return (
    <div ref={ref} className={cx('bar', percent === null && 'bar--unknown', className)}>
      <span />
    </div>
  );
}
