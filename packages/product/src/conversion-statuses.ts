/** The statuses of conversions that have not ended. */
export const UNFINISHED_STATUSES = ['pending', 'converting'] as const;

/** The statuses of conversions that have ended: how they ended. */
export const CONVERSION_OUTCOMES = ['completed', 'failed', 'cancelled'] as const;
/** One of {@link CONVERSION_OUTCOMES}. */
export type ConversionOutcome = (typeof CONVERSION_OUTCOMES)[number];

/** All statuses of a conversion. */
export const CONVERSION_STATUSES = [...UNFINISHED_STATUSES, ...CONVERSION_OUTCOMES] as const;
/** One of {@link CONVERSION_STATUSES}. */
export type ConversionStatus = (typeof CONVERSION_STATUSES)[number];

/** Whether a conversion with this status has ended. */
export const isFinalStatus = (status: ConversionStatus): status is ConversionOutcome =>
  status !== 'pending' && status !== 'converting';
