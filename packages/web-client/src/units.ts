import { BYTES_PER_MB } from '@filemill/product';

const NBSP = '\u00a0';
const BYTES_PER_KB = 1024;

type SizeUnit = 'byte' | 'kilobyte' | 'megabyte';

/** Three significant digits in the page's language: `3.41`, `86.4`, `412`. */
const threeDigits = (value: number, language: string): string =>
  new Intl.NumberFormat(language, { maximumSignificantDigits: value >= 1000 ? 4 : 3 }).format(value);

/** The sign of a unit in a language: `MB`, French `Mo`, Russian `МБ`. */
function unitSign(unit: SizeUnit, language: string): string {
  // The short form of a byte is a word; the narrow one is its sign.
  const unitDisplay = unit === 'byte' ? 'narrow' : 'short';
  const parts = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay }).formatToParts(1);
  return parts.find(({ type }) => type === 'unit')?.value ?? '';
}

/** A size for people: `3.41 MB`, `118 kB`, `512 B`. */
export function formatBytes(bytes: number, language: string): string {
  const [value, unit]: [number, SizeUnit] =
    bytes >= BYTES_PER_MB
      ? [bytes / BYTES_PER_MB, 'megabyte']
      : bytes >= BYTES_PER_KB
        ? [bytes / BYTES_PER_KB, 'kilobyte']
        : [bytes, 'byte'];
  return `${threeDigits(value, language)}${NBSP}${unitSign(unit, language)}`;
}

/** An amount and its total: `37.2 / 86.4 MB`, both in the unit of the total. */
export function formatPart(bytes: number, ofBytes: number, language: string): string {
  if (ofBytes < BYTES_PER_MB) return formatBytes(ofBytes, language);
  return `${threeDigits(bytes / BYTES_PER_MB, language)}${NBSP}/${NBSP}${formatBytes(ofBytes, language)}`;
}

/** `71 %`, in whole steps. */
export const formatPercent = (percent: number): string => `${Math.floor(percent)}${NBSP}%`;

/** A duration as a clock: `0:12`, `52:18`. */
export function formatClock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A count: `5,000`. */
export const formatCount = (value: number, language: string): string => value.toLocaleString(language);

/** A day for people: `21 Nov 2026`. @param at - ISO 8601 or Unix ms */
export const formatDate = (at: string | number, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(at));

/** A day in UTC, in which the service counts its periods: `1 December 2026`. @param at - ISO 8601 */
export const formatUtcDay = (at: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at));

/** A moment for people: `21 Nov 2026, 14:05`. @param at - ISO 8601 or Unix ms */
export const formatDateTime = (at: string | number, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));

/** The SI sign, in the letters of the language. */
const secondSign = (language: string): string =>
  new Intl.Locale(language).maximize().script === 'Cyrl' ? 'с' : 's';

/** A duration in seconds with two decimals: `1.25 s`. */
export const formatSeconds = (seconds: number, language: string): string =>
  `${new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(seconds)}${NBSP}${secondSign(language)}`;

/** A large count in short: `1.9 M`. */
export const formatShort = (value: number, language: string): string =>
  new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(value);

/** An amount in the currency's smallest unit, with its ISO code in front: `EUR 10`. */
export function formatPrice(amountMinor: number, currency: string, language: string): string {
  const { minimumFractionDigits: digits = 2 } = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
  }).resolvedOptions();
  const amount = amountMinor / 10 ** digits;
  const shown = amount.toLocaleString(language, {
    minimumFractionDigits: Number.isInteger(amount) ? 0 : digits,
  });
  return `${currency}${NBSP}${shown}`;
}

/** Joins parts with the language's separator: `a, b`, Chinese `a、b`. */
export function joinList(parts: readonly string[], language: string): string {
  const [, separator] = new Intl.ListFormat(language).formatToParts(['a', 'b', 'c']);
  return parts.join(separator?.value);
}

/** A file name in two parts, so that the extension stays visible when the rest is cut. */
export function splitName(name: string): { stem: string; ending: string } {
  const dot = name.lastIndexOf('.');
  if (dot <= 0) return { stem: name, ending: '' };
  return { stem: name.slice(0, dot), ending: name.slice(dot) };
}
