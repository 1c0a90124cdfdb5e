import { X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { cx } from './cx.js';
import { Icon } from './icon.js';
import type { Notification } from './toast-state.js';
import { TONE_ICONS } from './tone-icons.js';
import { IconButton, TooltipProvider } from './tooltip.js';

/** How long a toast stays, ms; it pauses while it is hovered or focused. */
const DURATION_MS = 5_000;
/** Moves the focus to the toast. */
const HOTKEY = ['F8'];

interface ToastViewProps {
  current: Notification | undefined;
  labels: { region: string; dismiss: string };
  onClose: (id: number) => void;
}

/** The place of toasts: at most 420 px wide, F8 moves the focus there. Errors are read aloud at once. */
export function ToastView({ current, labels, onClose }: ToastViewProps) {
  return (
    <TooltipProvider>
      <Toast.Provider duration={DURATION_MS} label={labels.region} swipeDirection="right">
        {current && (
          <Toast.Root
            key={current.id}
            className={cx('toast', `t-${current.tone}`)}
            type={current.tone === 'danger' ? 'foreground' : 'background'}
            onOpenChange={(open) => !open && onClose(current.id)}
          >
            <Icon of={TONE_ICONS[current.tone]} />
            <Toast.Title asChild>
              <strong>{current.title}</strong>
            </Toast.Title>
            <Toast.Close asChild>
              <IconButton size="small" className="toast__x" label={labels.dismiss}>
                <Icon of={X} />
              </IconButton>
            </Toast.Close>
            <Toast.Description asChild>
              <p>{current.text}</p>
            </Toast.Description>
          </Toast.Root>
        )}
        <Toast.Viewport className="toasts" hotkey={HOTKEY} label={`${labels.region} ({hotkey})`} />
      </Toast.Provider>
    </TooltipProvider>
  );
}
