import type { Recurring } from './stored.ts';

const DAY_S = 86_400;

/**
 * The end of the first period after an instant.
 *
 * @param anchorS - Unix seconds at which the first period began; months keep its day, or take their last
 * @param recurring - of the price
 * @param afterS - Unix seconds
 */
export function nextPeriodEnd(anchorS: number, recurring: Recurring, afterS: number): number {
  for (let count = 1; ; count++) {
    const end = addIntervals(anchorS, recurring, count);
    if (end > afterS) return end;
  }
}

function addIntervals(anchorS: number, { interval, interval_count: length }: Recurring, count: number) {
  if (interval === 'day') return anchorS + count * length * DAY_S;
  if (interval === 'week') return anchorS + count * length * 7 * DAY_S;
  return addMonths(anchorS, count * length * (interval === 'year' ? 12 : 1));
}

function addMonths(anchorS: number, months: number): number {
  const anchor = new Date(anchorS * 1000);
  const end = new Date(anchor);
  end.setUTCDate(1);
  end.setUTCMonth(anchor.getUTCMonth() + months);
  const days = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(anchor.getUTCDate(), days));
  return Math.floor(end.getTime() / 1000);
}
