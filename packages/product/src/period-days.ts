/** Lengths in days of the periods that figures are about: the days up to today, in UTC. */
export const PERIOD_DAYS = [7, 30, 90] as const;
/** One of {@link PERIOD_DAYS}. */
export type PeriodDays = (typeof PERIOD_DAYS)[number];
