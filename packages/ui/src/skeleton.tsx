import { cx } from './cx.js';

/** Placeholder for loading content, in its real size (`className`). It shows after 200 ms. */
export function Skeleton({ className, lines = 1 }: { className?: string; lines?: number }) {
  return (
    <span className="sk-group" aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => `line-${line}`).map((id) => (
        <span key={id} className={cx('sk sk--late', className ?? 'sk--line')} />
      ))}
    </span>
  );
}
