/** A rate from 0 to 1 with one decimal: `99.6 %`. Truncated, not rounded: 100 % means no failure at all. */
export const formatRate = (rate: number, language: string): string =>
  `${new Intl.NumberFormat(language, { maximumFractionDigits: 1, roundingMode: 'floor' }).format(rate * 100)}\u00a0%`;

/** The service reports megabytes with two decimals, which only small amounts need. */
const SMALL_MB = 10;

/** An amount of data for people: `0.03 MB`, `6,390 MB`. Never smaller units: more than two decimals are not known. */
export const formatMegabytes = (megabytes: number, language: string): string =>
  new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'megabyte',
    unitDisplay: 'short',
    maximumFractionDigits: megabytes < SMALL_MB ? 2 : 0,
  })
    .format(megabytes)
    .replace(' ', '\u00a0');
