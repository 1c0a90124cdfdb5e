import type { ConversionView } from '@filemill/api';
import { ApiError, requestJson } from '@filemill/web-client';
import { pause } from '../../../lib/pause.js';
import { type Accepted, isFinal } from './conversion.js';

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

/** Pause between two polls if events do not arrive. */
const POLL_MS = 1_000;
/** The server sends the current state at once: silence for this long means that something buffers the stream. */
const FIRST_EVENT_MS = 10_000;
/** Broken connections in a row after which polling replaces the stream. */
const MAX_BREAKS = 5;

/**
 * Follows a guest's conversion to its end: by its own server-sent events, and by polling every second if those fail.
 *
 * @param onChange - each state that is seen
 * @returns the final state
 * @throws {ApiError} when the conversion cannot be read any more; an AbortError when `signal` aborts
 */
export async function watchConversion(
  { conversionId, eventsUrl }: Accepted,
  signal: AbortSignal,
  onChange: (conversion: ConversionView) => void,
): Promise<ConversionView> {
  const seen = eventsUrl ? await listen(eventsUrl, signal, onChange) : undefined;
  return seen ?? pollConversion(conversionId, () => POLL_MS, signal, onChange);
}

/** @returns undefined when the stream ends for good before the conversion does */
function listen(
  url: string,
  signal: AbortSignal,
  onChange: (conversion: ConversionView) => void,
): Promise<ConversionView | undefined> {
  return new Promise((resolve, reject) => {
    const source = new EventSource(url);
    const close = () => {
      clearTimeout(silence);
      signal.removeEventListener('abort', abort);
      source.close();
    };
    const abort = () => {
      close();
      reject(signal.reason);
    };
    const end = (conversion?: ConversionView) => {
      close();
      resolve(conversion);
    };
    const silence = setTimeout(() => end(), FIRST_EVENT_MS);
    let breaks = 0;
    const receive = (event: MessageEvent<string>) => {
      clearTimeout(silence);
      breaks = 0;
      const conversion = JSON.parse(event.data) as ConversionView;
      onChange(conversion);
      if (isFinal(conversion)) end(conversion);
    };
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort);
    source.addEventListener('progress', receive);
    source.addEventListener('done', receive);
    // The browser reconnects by itself, unless the server has refused.
    source.onerror = () => {
      breaks += 1;
      if (source.readyState === EventSource.CLOSED || breaks > MAX_BREAKS) end();
    };
  });
}
