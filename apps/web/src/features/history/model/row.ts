import type { ActivityRow } from '@filemill/api';

const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

const STEPS = [
  ['day', DAY_S],
  ['hour', HOUR_S],
  ['minute', MINUTE_S],
] as const;

/**
 * How long ago something was, in the words of a language: `4 min ago`, `now`.
 *
 * @param at - ISO 8601
 * @param nowMs - Unix ms; a clock that runs behind the server's reads as `now`
 */
export function formatAgo(at: string, nowMs: number, language: string): string {
  const seconds = Math.max(0, (nowMs - Date.parse(at)) / 1_000);
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  for (const [unit, length] of STEPS)
    if (seconds >= length) return words.format(-Math.floor(seconds / length), unit);
  return words.format(0, 'second');
}

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
