import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from './button.js';
import { cx } from './cx.js';
import { Icon } from './icon.js';

interface InputProps extends ComponentProps<'input'> {
  /** Before the text: an icon. */
  lead?: ReactNode;
  /** After the text: a unit, a button. */
  trail?: ReactNode;
  /** 44 px high everywhere, as in dialogs. */
  tall?: boolean;
}

/** One line of text. */
export function Input({ lead, trail, tall, className, ...rest }: InputProps) {
  const isInvalid = rest['aria-invalid'] === true;
  return (
    <div className={cx('input', tall && 'input--lg', isInvalid && 'input--error', className)}>
      {lead}
      <input {...rest} />
      {trail}
    </div>
  );
}

/** A password field that can show its text. Pasting and password managers work. */
export function PasswordInput({
  showLabel,
  hideLabel,
  ...rest
}: Omit<InputProps, 'type' | 'trail'> & { showLabel: string; hideLabel: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <Input
      {...rest}
      type={isShown ? 'text' : 'password'}
      trail={
        <Button
          icon
          look="ghost"
          size="small"
          aria-label={isShown ? hideLabel : showLabel}
          onClick={() => setShown(!isShown)}
        >
          <Icon of={isShown ? EyeOff : Eye} />
        </Button>
      }
    />
  );
}
