import type { Category } from '@filemill/product';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { CATEGORY_ICONS } from './category-icons.js';
import { cx } from './cx.js';
import { Icon } from './icon.js';

/** A format's name in the colour of its category: the smallest piece of the product. */
export function Tile({
  category,
  children,
  large,
}: {
  category: Category;
  children: string;
  large?: boolean;
}) {
  return <span className={cx('tile', `k-${category}`, large && 'tile--lg')}>{children}</span>;
}

/** The mark of a file's category. Decorative: the name of the file or category is next to it. */
export function CategoryMark({ category, small }: { category: Category; small?: boolean }) {
  return (
    <span className={cx('kindmark', `k-${category}`, small && 'kindmark--sm')}>
      <Icon of={CATEGORY_ICONS[category]} />
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
