import type { Category } from '@filemill/product';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { CATEGORY_ICONS } from './category-icons.js';
import { cx } from './cx.js';
import { Icon } from './icon.js';

/** A format's name in the colour of its kind: the smallest piece of the product. */
export function Tile({ kind, children, large }: { kind: Category; children: string; large?: boolean }) {
  return <span className={cx('tile', `k-${kind}`, large && 'tile--lg')}>{children}</span>;
}

/** The mark of a kind of file. Decorative: the name of the file or kind is next to it. */
export function KindMark({ kind, small }: { kind: Category; small?: boolean }) {
  return (
    <span className={cx('kindmark', `k-${kind}`, small && 'kindmark--sm')}>
      <Icon of={CATEGORY_ICONS[kind]} />
    </span>
  );
}

/**
 * A conversion: what it is, an arrow, what it becomes.
 *
 * @param to - the word between them for people who hear it
 */
export function Pair({ from, to, target }: { from: ReactNode; to: string; target: ReactNode }) {
  return (
    <span className="pair">
      {from}
      <Icon of={ArrowRight} />
      <span className="vh">{to}</span>
      {target}
    </span>
  );
}
