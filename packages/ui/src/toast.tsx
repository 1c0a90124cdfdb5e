import { createContext, lazy, type ReactNode, Suspense, useContext, useMemo, useReducer } from 'react';
import { NO_TOASTS, type Notification, type Tone, toastReducer } from './toast-state.js';

/** Loaded with the first toast: most visits never see one. */
const ToastView = lazy(async () => ({ default: (await import('./toast-view.js')).ToastView }));

/** A dismissed toast leaves the list after this time, ms. */
const REMOVE_AFTER_MS = 1_000_000;

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

/** Holds the toast on screen, one at a time, and the list of those before it. */
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
  const close = (id: number) => {
    dispatch({ type: 'dismiss', id });
    setTimeout(() => dispatch({ type: 'remove', id }), REMOVE_AFTER_MS);
  };
  const current = state.list.find((item) => item.id === state.currentId);
  return (
    <ToastContext value={toasts}>
      {children}
      {state.list.length > 0 && (
        <Suspense>
          <ToastView current={current} labels={labels} onClose={close} />
        </Suspense>
      )}
    </ToastContext>
  );
}
