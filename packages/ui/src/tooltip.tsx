import { Tooltip } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button.js';

/** Delays of the specification, ms: before the first tooltip, and between two. */
const DELAY_MS = 700;
const SKIP_DELAY_MS = 300;

/** Gives all tooltips inside one timing. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Tooltip.Provider delayDuration={DELAY_MS} skipDelayDuration={SKIP_DELAY_MS}>
      {children}
    </Tooltip.Provider>
  );
}

/** A button that shows only an icon: with a name for screen readers, and a tooltip. */
export function IconButton({ label, children, ...rest }: ButtonProps & { label: string }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>
        <Button icon look="ghost" aria-label={label} {...rest}>
          {children}
        </Button>
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className="tip" sideOffset={6}>
          {label}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
