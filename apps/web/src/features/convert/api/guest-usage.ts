import type { UsageView } from '@filemill/api';
import { callRoute } from '@filemill/web-client';
import { queryOptions } from '@tanstack/react-query';
import { readEvents } from '../../../lib/event-stream.js';

/** A guest's usage of today: the first event of the caller's stream; later events are not read. */
async function readUsage(signal: AbortSignal): Promise<UsageView | null> {
  const heard = new AbortController();
  const { body } = await callRoute('GET', '/api/events', { signal: AbortSignal.any([signal, heard.signal]) });
  try {
    if (body)
      for await (const { name, data } of readEvents(body)) if (name === 'usage') return JSON.parse(data);
    return null;
  } finally {
    heard.abort();
  }
}

/** @param ended - conversions that have ended in this tab: each may have been counted */
export const guestUsageQuery = (ended: number) =>
  queryOptions({
    queryKey: ['guest-usage', ended],
    queryFn: ({ signal }) => readUsage(signal),
    // The old figure is shown until the new one is loaded.
    placeholderData: (before) => before,
  });
