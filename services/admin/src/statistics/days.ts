const DAY_MS = 86_400_000;

/**
 * The UTC days of a period: today and those before it, oldest first, such as "2026-11-21".
 *
 * @param nowMs - Unix milliseconds
 */
export const periodDates = (nowMs: number, periodDays: number): string[] =>
  Array.from({ length: periodDays }, (_, i) => new Date(periodStartMs(nowMs, periodDays) + i * DAY_MS)).map(
    (day) => day.toISOString().slice(0, 10),
  );

/** First instant of a period, Unix milliseconds: the midnight with which its oldest UTC day began. */
export const periodStartMs = (nowMs: number, periodDays: number): number =>
  (Math.floor(nowMs / DAY_MS) - periodDays + 1) * DAY_MS;
