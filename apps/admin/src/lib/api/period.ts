/** Days up to today that figures may be about. */
export const PERIODS = [7, 30, 90] as const;
export type Period = (typeof PERIODS)[number];

const FIRST_PERIOD: Period = 30;

/** The period named by a text, such as the URL's; 30 days for any other text. */
export const periodOf = (text: string | null): Period =>
  PERIODS.find((days) => String(days) === text) ?? FIRST_PERIOD;
