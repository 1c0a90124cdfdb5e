import type { Code } from '@filemill/errors';

/** What an answer says about the service, as docs/metrics.md defines its availability. */
export const AVAILABILITY_RESULTS = ['good', 'shed', 'file', 'bad'] as const;
export type AvailabilityResult = (typeof AVAILABILITY_RESULTS)[number];

/** Guests are told to come back, so that the others are served. */
const SHED: ReadonlySet<Code> = new Set(['OVERLOADED']);
/** Answers about one file that an engine could not convert. */
const OF_THE_FILE: ReadonlySet<Code> = new Set(['ENGINE_FAILED', 'ENGINE_TIMEOUT']);

/**
 * @param status - of HTTP
 * @param code - of the error, where the answer is one
 */
export function availabilityOf(status: number, code: Code | undefined): AvailabilityResult {
  if (status < 500) return 'good';
  if (code && SHED.has(code)) return 'shed';
  return code && OF_THE_FILE.has(code) ? 'file' : 'bad';
}
