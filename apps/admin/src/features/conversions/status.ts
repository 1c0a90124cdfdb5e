import { CONVERSION_STATUSES, type ConversionStatus } from '@filemill/product';

/** The status to show: `success` is shown as completed, and an unknown status as failed. */
export function shownStatus(status: string): ConversionStatus {
  if (status === 'success') return 'completed';
  return CONVERSION_STATUSES.find((known) => known === status) ?? 'failed';
}
