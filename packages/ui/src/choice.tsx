import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.js';
import { Icon } from './icon.js';

type BoxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode };

/** A check box with its label. */
export function Checkbox({ label, className, ...rest }: BoxProps) {
  return (
    <label className={cx('check', className)}>
      <input type="checkbox" {...rest} />
      <span>{label}</span>
    </label>
  );
}

/** A switch that takes effect at once. */
export function Switch({ label, className, ...rest }: BoxProps) {
  return (
    <label className={cx('switch-line', className)}>
      <span>{label}</span>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a check box has its own checked state */}
      <input type="checkbox" role="switch" className="switch" {...rest} />
    </label>
  );
}

interface SelectProps extends ComponentProps<'select'> {
  options: readonly { readonly value: string; readonly label: string }[];
}

/** A choice of one from a few. The system's own list: it needs no code and suits every device. */
export function Select({ options, className, ...rest }: SelectProps) {
  return (
    <span className={cx('select select--text select--native', className)}>
      <select {...rest}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} />
    </span>
  );
}
