import type { ConversionView } from '@filemill/api';
import type { QueryClient } from '@tanstack/react-query';
import { type Accepted, isFinal } from './conversion.js';
import { pollConversion } from './watch-conversion.js';

/** Cache key under which the account's stream stores a conversion. */
const conversionKey = (id: string) => ['conversions', id] as const;

/** Pause between two polls: longer while the account's stream works, since polling is then only a safety net. */
const LIVE_POLL_MS = 10_000;
const POLL_MS = 1_000;

/**
 * Follows a user's conversion to its end. One stream brings all conversions of an account and stores them in the cache;
 * polling finds what it misses.
 *
 * @param isLive - whether the stream is connected now
 * @param onChange - each state that is seen
 * @throws {ApiError} when the conversion cannot be read any more; an AbortError when `signal` aborts
 */
export function watchAccount(
  client: QueryClient,
  isLive: () => boolean,
  { conversionId }: Accepted,
  signal: AbortSignal,
  onChange: (conversion: ConversionView) => void,
): Promise<ConversionView> {
  const asking = new AbortController();
  const stop = AbortSignal.any([asking.signal, signal]);
  return new Promise<ConversionView>((resolve, reject) => {
    const look = () => {
      const conversion = client.getQueryData<ConversionView>(conversionKey(conversionId));
      if (!conversion) return;
      onChange(conversion);
      if (isFinal(conversion)) resolve(conversion);
    };
    const unsubscribe = client.getQueryCache().subscribe(({ query, type }) => {
      const [resource, id] = query.queryKey;
      if (type === 'updated' && resource === 'conversions' && id === conversionId) look();
    });
    stop.addEventListener('abort', unsubscribe);
    look();
    const everyMs = () => (isLive() ? LIVE_POLL_MS : POLL_MS);
    void pollConversion(conversionId, everyMs, stop, onChange).then(resolve, reject);
  }).finally(() => asking.abort());
}
