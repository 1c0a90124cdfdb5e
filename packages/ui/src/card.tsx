import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.js';

interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
  title?: ReactNode;
  /** The only action next to the title. */
  action?: ReactNode;
  /** Level of the title in the page's outline. */
  headingLevel?: 2 | 3;
  /** The Pro card. */
  ink?: boolean;
  /** Without the padding of its content, for tables. */
  flush?: boolean;
}

/** A surface with a title. Never inside another one. */
export function Card({
  title,
  action,
  headingLevel = 2,
  ink,
  flush,
  className,
  children,
  ...rest
}: CardProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <section className={cx('card', ink && 'card--ink on-ink', className)} {...rest}>
      {(title !== undefined || action !== undefined) && (
        <div className="card__head">
          {title !== undefined && <Heading>{title}</Heading>}
          {action}
        </div>
      )}
      {flush ? children : <div className="card__body">{children}</div>}
    </section>
  );
}
