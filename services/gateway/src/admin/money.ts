/**
 * An amount in units of its currency, such as 10 for 1000 cents.
 *
 * @param currency - ISO 4217; Intl knows its number of decimals
 */
export function fromMinor(minor: number, currency: string): number {
  const { maximumFractionDigits = 0 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return minor / 10 ** maximumFractionDigits;
}
