import type { Code } from '@filemill/errors';

/** How an answer counts for availability, as docs/metrics.md defines it. */
export const AVAILABILITY_RESULTS = ['good', 'shed', 'file', 'bad'] as const;
export type AvailabilityResult = (typeof AVAILABILITY_RESULTS)[number];

/** Guests who are refused under load, so that others are served. */
const SHED: ReadonlySet<Code> = new Set(['OVERLOADED']);
/** Answers about one file that an engine could not convert. */
const OF_THE_FILE: ReadonlySet<Code> = new Set(['ENGINE_FAILED', 'ENGINE_TIMEOUT']);

/**
 * @param status - HTTP status
 * @param code - of the error, if the answer is one
 */
export function availabilityOf(status: number, code: Code | undefined): AvailabilityResult {
  if (status < 500) return 'good';
  if (code && SHED.has(code)) return 'shed';
  return code && OF_THE_FILE.has(code) ? 'file' : 'bad';
}
