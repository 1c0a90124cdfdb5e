import { formatBytes } from '@filemill/web-client';

/** The specification counts revenue in euros. */
const CURRENCY = 'EUR';

/** An amount in euros, without cents where there are none: `41.730 €`. */
export const formatMoney = (amount: number, language: string): string =>
  new Intl.NumberFormat(language, {
    style: 'currency',
    currency: CURRENCY,
    maximumFractionDigits: 2,
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
  }).format(amount);

/** A share, one decimal. @param percent - 0 to 100 */
export const formatShare = (percent: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(percent / 100);

/** A number with at most one decimal. */
export const formatDecimal = (value: number, language: string): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value);

/** A span in milliseconds: `48 ms`. */
export const formatMilliseconds = (ms: number, language: string): string =>
  new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'millisecond',
    maximumFractionDigits: ms < 10 ? 1 : 0,
  }).format(ms);

const BYTES_PER_GB = 1024 ** 3;
const NBSP = '\u00a0';

/** A storage size: `18,4 GB`; smaller sizes as everywhere else. */
export function formatStorage(bytes: number, language: string): string {
  if (bytes < BYTES_PER_GB) return formatBytes(bytes, language);
  return `${formatDecimal(bytes / BYTES_PER_GB, language)}${NBSP}GB`;
}

/** A day: `3 mar 2026`. @param iso - ISO 8601 */
export const formatDate = (iso: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(iso));

/** A minute: `21 nov, 10:02`. @param iso - ISO 8601 */
export const formatMinute = (iso: string, language: string): string =>
  new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(iso));

/** A UTC day of a chart: `21 nov`. @param date - such as `2026-11-21` */
export const formatDay = (date: string, language: string): string =>
  new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );
