import { ApiError, getJson } from '@filemill/web-client';
import { type Accepted, type Conversion, isFinal } from './conversion.js';

/** Pause between two questions where events do not come through. */
const POLL_MS = 1_000;
/** Unanswered questions in a row after which the conversion is given up. */
const MAX_MISSES = 30;

/**
 * Follows a conversion to its end: by server-sent events, and by asking every second where those fail.
 *
 * @param onChange - each state that is seen
 * @returns the final state
 * @throws {ApiError} when the conversion cannot be read any more; an AbortError when `signal` aborts
 */
export async function watchConversion(
  accepted: Accepted,
  signal: AbortSignal,
  onChange: (conversion: Conversion) => void,
): Promise<Conversion> {
  const seen = accepted.eventsUrl ? await listen(accepted.eventsUrl, signal, onChange) : undefined;
  return seen ?? poll(accepted.statusUrl, signal, onChange);
}

/** The server sends the present state at once: silence for this long means that something holds the stream back. */
const FIRST_EVENT_MS = 10_000;
/** Broken connections in a row after which the stream is given up. */
const MAX_BREAKS = 5;

/** @returns undefined when the stream ends for good before the conversion does */
function listen(
  url: string,
  signal: AbortSignal,
  onChange: (conversion: Conversion) => void,
): Promise<Conversion | undefined> {
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
    const end = (conversion?: Conversion) => {
      close();
      resolve(conversion);
    };
    const silence = setTimeout(() => end(), FIRST_EVENT_MS);
    let breaks = 0;
    const receive = (event: MessageEvent<string>) => {
      clearTimeout(silence);
      breaks = 0;
      const conversion = JSON.parse(event.data) as Conversion;
      onChange(conversion);
      if (isFinal(conversion)) end(conversion);
    };
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort);
    source.addEventListener('progress', receive);
    source.addEventListener('done', receive);
    // The browser connects again by itself, unless the server has refused.
    source.onerror = () => {
      breaks += 1;
      if (source.readyState === EventSource.CLOSED || breaks > MAX_BREAKS) end();
    };
  });
}

async function poll(
  url: string,
  signal: AbortSignal,
  onChange: (conversion: Conversion) => void,
): Promise<Conversion> {
  for (let misses = 0; ; ) {
    try {
      const conversion = await getJson<Conversion>(url, signal);
      misses = 0;
      onChange(conversion);
      if (isFinal(conversion)) return conversion;
    } catch (error) {
      const lasting = error instanceof ApiError && error.status >= 400 && error.status < 500;
      misses += 1;
      if (signal.aborted || lasting || misses > MAX_MISSES) throw error;
    }
    await pause(POLL_MS, signal);
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
