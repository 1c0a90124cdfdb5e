import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { Button } from './button.js';
import { cx } from './cx.js';
import { Icon } from './icon.js';
import { LogoMark } from './stone.js';

/** Makes everything that Radix hides from screen readers unreachable for the keyboard too. */
function Background() {
  useEffect(() => {
    const hidden = [...document.querySelectorAll<HTMLElement>('[data-aria-hidden="true"]')];
    for (const element of hidden) element.inert = true;
    return () => {
      for (const element of hidden) element.inert = false;
    };
  }, []);
  return null;
}

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Below the title. */
  description?: ReactNode;
  /** Name of the button that closes it. */
  closeLabel: string;
  /** In place of the logo above the title; null for none. */
  mark?: ReactNode;
  className?: string;
  children: ReactNode;
}

/**
 * A modal dialog: focus inside, Esc and the button close it, the focus returns. Its scrim is drawn here and not by
 * Radix, whose overlay writes a style element that the page's policy refuses.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  closeLabel,
  mark,
  className,
  children,
}: DialogProps) {
  // Radix returns the focus to its own trigger, which does not exist here.
  const opener = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement;
  }, [open]);
  const giveBack = (event: Event) => {
    event.preventDefault();
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <div className="scrim">
          <Radix.Content
            className={cx('dialog', className)}
            onCloseAutoFocus={giveBack}
            {...(description === undefined && { 'aria-describedby': undefined })}
          >
            {mark === undefined ? <LogoMark className="dialog__mark" /> : mark}
            <Radix.Title asChild>
              <h1>{title}</h1>
            </Radix.Title>
            {description !== undefined && (
              <Radix.Description className="muted">{description}</Radix.Description>
            )}
            {children}
            <Radix.Close asChild>
              <Button icon look="ghost" size="small" className="dialog__x" aria-label={closeLabel}>
                <Icon of={X} />
              </Button>
            </Radix.Close>
          </Radix.Content>
          <Background />
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}
