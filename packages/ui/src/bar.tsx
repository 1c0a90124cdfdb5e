import { useCallback } from 'react';
import { cx } from './cx.js';

/**
 * Hands custom properties to an element. By script and not in the markup: the page's policy takes no style attribute,
 * which prerendered markup would have.
 *
 * @returns the element's `ref`
 */
export function useVariable(name: `--${string}`, value: string): (element: HTMLElement | null) => void {
  return useCallback((element: HTMLElement | null) => element?.style.setProperty(name, value), [name, value]);
}

/**
 * A plain bar. Decorative: what it measures stands beside it in words, or its parent is the `progressbar`.
 *
 * @param percent - 0 to 100; null while it runs and cannot be known
 */
export function Bar({ percent, className }: { percent: number | null; className?: string }) {
  const ref = useVariable('--p', `${percent ?? 100}%`);
  return (
    <div ref={ref} className={cx('bar', percent === null && 'bar--unknown', className)}>
      <span />
    </div>
  );
}
