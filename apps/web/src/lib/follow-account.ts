import type { UsageView, UserPage } from '@filemill/api';
import { backOffMs } from '@filemill/product';
import { ApiError, callRoute, USER_KEY } from '@filemill/web-client';
import type { QueryClient } from '@tanstack/react-query';
import { readEvents } from './event-stream.js';
import { pauseUntilAborted } from './pause.js';

/** The server sends at least a heartbeat every 15 s; silence for this long means a dead connection, ms. */
const SILENCE_MS = 40_000;
/** Between two connections. */
const BACK_OFF = { firstMs: 1_000, longestMs: 30_000 };
/** Changes within this time cause one read, ms. */
const GATHER_MS = 250;

/** The stream's event about a conversion. */
interface StreamedConversion {
  readonly id: string;
  readonly status: string;
}

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
  let failures = 0;
  while (!signal.aborted) {
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), SILENCE_MS);
    const heard = () => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      failures = 0;
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
    failures += 1;
    await pauseUntilAborted(backOffMs(failures, BACK_OFF), signal);
  }
}
