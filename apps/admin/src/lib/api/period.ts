import { PERIOD_DAYS, type PeriodDays } from '@filemill/product';

const FIRST_PERIOD: PeriodDays = 30;

/** The period named by a text, such as the URL's; 30 days for any other text. */
export const periodOf = (text: string | null): PeriodDays =>
  PERIOD_DAYS.find((days) => String(days) === text) ?? FIRST_PERIOD;
