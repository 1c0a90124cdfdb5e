import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.js';
import { Icon } from './icon.js';

type BoxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode };

/** A tick box with its words. */
export function Checkbox({ label, className, ...rest }: BoxProps) {
  return (
    <label className={cx('check', className)}>
      <input type="checkbox" {...rest} />
      <span>{label}</span>
    </label>
  );
}

/** Something that is on or off at once. */
export function Switch({ label, className, ...rest }: BoxProps) {
  return (
    <label className={cx('switch-line', className)}>
      <span>{label}</span>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a check box says by itself whether it is checked */}
      <input type="checkbox" role="switch" className="switch" {...rest} />
    </label>
  );
}

interface SelectProps extends ComponentProps<'select'> {
  options: readonly { readonly value: string; readonly label: string }[];
}

/** One of a few. The system's own list: it needs no code and suits every device. */
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
