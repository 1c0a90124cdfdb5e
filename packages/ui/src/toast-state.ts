/** What a toast is about; it decides colour, icon and how urgently it is read aloud. */
export type Tone = 'info' | 'success' | 'warning' | 'danger';

export interface Notification {
  readonly id: number;
  readonly tone: Tone;
  readonly title: string;
  readonly text: string;
  /** Unix ms. */
  readonly at: number;
  readonly read: boolean;
}

/** The toast on screen, if any, and what was shown in this tab, newest first. */
export interface ToastState {
  /** Ids are never used twice. */
  readonly lastId: number;
  readonly currentId: number | null;
  readonly list: readonly Notification[];
}

export type ToastAction =
  | { type: 'show'; tone: Tone; title: string; text: string; at: number }
  | { type: 'dismiss'; id: number }
  | { type: 'remove'; id: number }
  | { type: 'markRead' }
  | { type: 'clear' };

export const NO_TOASTS: ToastState = { lastId: 0, currentId: null, list: [] };

/** One toast at a time: a new one takes the place of the one before, which stays in the list. */
export function toastReducer(state: ToastState, action: ToastAction): ToastState {
  switch (action.type) {
    case 'show': {
      const { tone, title, text, at } = action;
      const id = state.lastId + 1;
      return { lastId: id, currentId: id, list: [{ id, tone, title, text, at, read: false }, ...state.list] };
    }
    case 'dismiss':
      return state.currentId === action.id ? { ...state, currentId: null } : state;
    case 'remove':
      return { ...state, list: state.list.filter(({ id }) => id !== action.id) };
    case 'markRead':
      return { ...state, list: state.list.map((item) => ({ ...item, read: true })) };
    case 'clear':
      return { ...NO_TOASTS, lastId: state.lastId };
  }
}
