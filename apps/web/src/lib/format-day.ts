/** A day in UTC, in which the service counts its periods: `1 December 2026`. @param at - ISO 8601 */
export const formatDay = (at: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at));
