import { cx } from '@filemill/ui';
import { Popover } from 'radix-ui';
import type { ReactNode } from 'react';

interface SheetPopoverProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** A `Popover.Trigger`. */
  trigger: ReactNode;
  label: string;
  className: string;
  children: ReactNode;
}

/** What a button opens: a popover on a desktop, a sheet from below on a phone. */
export function SheetPopover({ open, onOpenChange, trigger, label, className, children }: SheetPopoverProps) {
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      {trigger}
      <Popover.Portal>
        <Popover.Content
          className={cx(className, 'pop sheet')}
          aria-label={label}
          align="end"
          sideOffset={6}
          collisionPadding={12}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
