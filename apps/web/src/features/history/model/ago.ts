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
