import { listOf, weightedListOf } from '../http/list-field.js';

/** How long a call waits for its result by default. */
const DEFAULT_WAIT_MS = 60_000;
const MAX_WAIT_SECONDS = 600;

/**
 * The requested wait (RFC 7240): `respond-async` means none, `wait=n` up to 600 seconds; other preferences are
 * ignored, as the RFC requires.
 *
 * @returns milliseconds
 */
export function waitMsOf(prefer: string | string[] | undefined): number {
  const preferences = listOf([prefer ?? []].flat().join(',').toLowerCase());
  let waitMs = DEFAULT_WAIT_MS;
  for (const preference of preferences) {
    const word = preference.split(';')[0]?.trim();
    if (word === 'respond-async') return 0;
    const seconds = /^wait\s*=\s*"?(\d{1,9})"?$/.exec(word ?? '')?.[1];
    if (seconds !== undefined) waitMs = Math.min(Number(seconds), MAX_WAIT_SECONDS) * 1000;
  }
  return waitMs;
}

/** Whether the caller wants the result itself: `Accept` contains `application/octet-stream` and not JSON. */
export function wantsBytes(accept: string | undefined): boolean {
  const types = weightedListOf(accept).map(({ value }) => value);
  return types.includes('application/octet-stream') && !types.includes('application/json');
}
