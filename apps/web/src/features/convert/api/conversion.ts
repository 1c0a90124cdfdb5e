import type { ConversionView } from '@filemill/api';

/** The answer to an accepted upload. */
export interface Accepted {
  readonly conversionId: string;
  /** Empty if only the id of the conversion is known, as after a reload. */
  readonly eventsUrl: string;
}

/** Where a conversion can be read and erased by its owner. */
export const conversionPath = (id: string): string => `/api/conversions/${id}`;

export const isFinal = ({ status }: ConversionView): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled';
