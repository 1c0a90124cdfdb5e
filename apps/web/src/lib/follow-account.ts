import type { UsageView, UserPage } from '@filemill/api';
import { ApiError, callRoute, USER_KEY } from '@filemill/web-client';
import type { QueryClient } from '@tanstack/react-query';
import { readEvents } from './event-stream.js';

/** The server sends at least a heartbeat every 15 s; silence for this long means a dead connection, ms. */
const SILENCE_MS = 40_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
/** Changes within this time cause one read, ms. */
const GATHER_MS = 250;

/** The stream's event about a conversion. */
interface StreamedConversion {
  readonly id: string;
  readonly status: string;
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Puts events into the cache: usage at once; lists are read again when a conversion begins or ends. */
function cacheWriter(queryClient: QueryClient) {
  const statuses = new Map<string, string>();
  let isAsked = false;
  const readAgain = () => {
    isAsked = false;
    void queryClient.invalidateQueries({ queryKey: USER_KEY });
    void queryClient.invalidateQueries({ queryKey: ['conversion-history'] });
  };
  return (name: string, data: string): void => {
    if (name === 'usage') {
      const usage = JSON.parse(data) as UsageView;
      const known = queryClient.getQueryData<UserPage>(USER_KEY)?.usage;
      queryClient.setQueryData<UserPage>(USER_KEY, (account) => account && { ...account, usage });
      // Of another plan, which the event does not name.
      if (known && known.limit !== usage.limit) void queryClient.invalidateQueries({ queryKey: USER_KEY });
    } else if (name === 'conversion') {
      const conversion = JSON.parse(data) as StreamedConversion;
      queryClient.setQueryData(['conversions', conversion.id], conversion);
      const isNews = statuses.get(conversion.id) !== conversion.status;
      statuses.set(conversion.id, conversion.status);
      if (!isNews || isAsked) return;
      isAsked = true;
      setTimeout(readAgain, GATHER_MS);
    }
  };
}

/**
 * Follows everything that happens to the caller's conversions and usage, and connects again until `signal` aborts.
 *
 * @param onLive - whether events arrive; while they do not, the account must be polled
 */
export async function followAccount(
  queryClient: QueryClient,
  signal: AbortSignal,
  onLive: (isLive: boolean) => void,
): Promise<void> {
  const write = cacheWriter(queryClient);
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), SILENCE_MS);
    const heard = () => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      pauseMs = FIRST_PAUSE_MS;
      onLive(true);
    };
    try {
      const { body } = await callRoute('GET', '/api/events', {
        signal: AbortSignal.any([signal, silence.signal]),
      });
      if (body) for await (const { name, data } of readEvents(body, heard)) write(name, data);
    } catch (error) {
      // A final refusal (the session has ended) is not retried; a broken connection is.
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return onLive(false);
    } finally {
      clearTimeout(timer);
    }
    if (signal.aborted) return;
    onLive(false);
    await pause(pauseMs, signal);
    pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2);
  }
}
