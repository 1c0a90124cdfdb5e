import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { cx } from './cx.js';

/** Classes of a button, for links that look like one. */
export const buttonClass = cva('btn', {
  variants: {
    look: {
      plain: '',
      accent: 'btn--accent',
      ghost: 'btn--ghost',
      danger: 'btn--danger',
      onInk: 'btn--onink',
      inkLine: 'btn--inkline',
    },
    size: { small: 'btn--sm', normal: '', large: 'btn--lg' },
    icon: { true: 'btn--icon' },
    block: { true: 'btn--block' },
  },
  defaultVariants: { look: 'plain', size: 'normal' },
});

export type ButtonProps = ComponentProps<'button'> & VariantProps<typeof buttonClass>;

/** A button; `look="accent"` for the one main action of a view. */
export function Button({ look, size, icon, block, className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={cx(buttonClass({ look, size, icon, block }), className)} {...rest} />;
}
