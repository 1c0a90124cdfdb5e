import { describe, expect, it } from '@jest/globals';
import { NO_TOASTS, type ToastState, toastReducer } from './toast-state.js';

const show = (state: ToastState, title: string) =>
  toastReducer(state, { type: 'show', tone: 'info', title, text: '', at: 0 });

describe('toasts', () => {
  it('are shown one at a time, and all are listed, newest first', () => {
    const state = show(show(NO_TOASTS, 'one'), 'two');
    expect(state.currentId).toBe(state.list[0]?.id);
    expect(state.list.map(({ title }) => title)).toEqual(['two', 'one']);
  });

  it('stay listed when they are dismissed, until they are removed', () => {
    const shown = show(NO_TOASTS, 'one');
    const dismissed = toastReducer(shown, { type: 'dismiss', id: 1 });
    expect([dismissed.currentId, dismissed.list.length]).toEqual([null, 1]);
    expect(toastReducer(dismissed, { type: 'remove', id: 1 }).list).toEqual([]);
  });

  it('never use an id twice, so that a late removal removes no other toast', () => {
    const cleared = toastReducer(show(NO_TOASTS, 'one'), { type: 'clear' });
    expect(show(cleared, 'two').list[0]?.id).toBe(2);
  });
});
