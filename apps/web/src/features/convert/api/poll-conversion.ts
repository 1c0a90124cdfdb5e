import type { ConversionView } from '@filemill/api';
import { ApiError, requestJson } from '@filemill/web-client';
import { isFinal } from './conversion.js';

/** Failed polls in a row after which the conversion counts as failed. */
const MAX_MISSES = 30;

/**
 * Polls a conversion until it ends.
 *
 * @param everyMs - the pause between two polls, read before each
 * @param onChange - each state that is seen
 * @throws {ApiError} when the conversion cannot be read any more; an AbortError when `signal` aborts
 */
export async function pollConversion(
  id: string,
  everyMs: () => number,
  signal: AbortSignal,
  onChange: (conversion: ConversionView) => void,
): Promise<ConversionView> {
  for (let misses = 0; ; ) {
    try {
      const conversion = await requestJson('GET', '/api/conversions/{id}', { params: { id }, signal });
      misses = 0;
      onChange(conversion);
      if (isFinal(conversion)) return conversion;
    } catch (error) {
      const lasting = error instanceof ApiError && error.status >= 400 && error.status < 500;
      misses += 1;
      if (signal.aborted || lasting || misses > MAX_MISSES) throw error;
    }
    await pause(everyMs(), signal);
  }
}

/** Waits. @throws the signal's reason when it aborts */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal.addEventListener('abort', abort);
  });
