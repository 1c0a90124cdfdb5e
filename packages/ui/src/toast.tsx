import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { createContext, type ReactNode, useContext, useMemo, useReducer } from 'react';
import { cx } from './cx.js';
import { Icon } from './icon.js';
import { NO_TOASTS, type Notification, type Tone, toastReducer } from './toast-state.js';
import { IconButton } from './tooltip.js';

/** How long a toast stays, ms; it pauses while it is hovered or focused. */
const DURATION_MS = 5_000;
/** Moves the focus to the toast. */
const HOTKEY = ['F8'];

/** The icon of each tone. */
export const TONE_ICONS: Record<Tone, LucideIcon> = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
};

interface Toasts {
  readonly list: readonly Notification[];
  show(tone: Tone, title: string, text: string): void;
  markRead(): void;
  clear(): void;
}

const ToastContext = createContext<Toasts | null>(null);

/** Shows toasts, and the list of all that were shown. */
export function useToasts(): Toasts {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error('useToasts needs a ToastProvider');
  return toasts;
}

/** The place of toasts: one at a time, at most 420 px wide, F8 moves the focus there. */
export function ToastProvider({
  children,
  labels,
}: {
  children: ReactNode;
  labels: { region: string; dismiss: string };
}) {
  const [state, dispatch] = useReducer(toastReducer, NO_TOASTS);
  const toasts = useMemo<Toasts>(
    () => ({
      list: state.list,
      show: (tone, title, text) => dispatch({ type: 'show', tone, title, text, at: Date.now() }),
      markRead: () => dispatch({ type: 'markRead' }),
      clear: () => dispatch({ type: 'clear' }),
    }),
    [state.list],
  );
  const current = state.list.find((item) => item.id === state.currentId);
  return (
    <ToastContext value={toasts}>
      <Toast.Provider duration={DURATION_MS} label={labels.region} swipeDirection="right">
        {children}
        {current && (
          <Toast.Root
            key={current.id}
            className={cx('toast', `t-${current.tone}`)}
            type={current.tone === 'danger' ? 'foreground' : 'background'}
            onOpenChange={(open) => !open && dispatch({ type: 'dismiss', id: current.id })}
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
    </ToastContext>
  );
}
