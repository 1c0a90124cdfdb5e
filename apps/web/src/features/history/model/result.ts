import type { ActivityRow } from '@filemill/api';

/** What can be done with the result of a row. */
export type ResultState = 'none' | 'ready' | 'expired';

/** Under this span the countdown turns to a warning, ms. */
const SOON_MS = 300_000;

/**
 * Whether a result can be loaded. The hour is over when the clock says so, even while the page still holds a link.
 *
 * @param nowMs - Unix ms
 */
export function resultState(row: ActivityRow, nowMs: number): ResultState {
  if (row.status !== 'success') return 'none';
  return row.downloadUrl !== null && leftMs(row, nowMs) > 0 ? 'ready' : 'expired';
}

/** How long a result is still kept, ms. */
export const leftMs = ({ expiresAt }: ActivityRow, nowMs: number): number => Date.parse(expiresAt) - nowMs;

/** Whether a result is deleted within five minutes. */
export const isSoonGone = (row: ActivityRow, nowMs: number): boolean => leftMs(row, nowMs) < SOON_MS;
