import type { UsageView } from '@filemill/api';
import { callRoute, formatCount, useAccount } from '@filemill/web-client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { readEvents } from '../../../lib/event-stream.js';
import type { Converter } from '../hooks/use-converter.js';

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
const guestUsageQuery = (ended: number) =>
  queryOptions({
    queryKey: ['guest-usage', ended],
    queryFn: ({ signal }) => readUsage(signal),
    // The old figure is shown until the new one is loaded.
    placeholderData: (before) => before,
  });

/** How many conversions are left: for a guest today, for a user this month. */
export function QuotaNote({ converter: { items, isGuest, isDemo } }: { converter: Converter }) {
  const { t, i18n } = useTranslation('convert');
  const ended = items.filter(({ status }) => status === 'completed').length;
  const guest = useQuery({ ...guestUsageQuery(ended), enabled: isGuest && !isDemo }).data;
  const user = useAccount().data?.usage;
  const usage = isGuest ? guest : user;
  if (!usage) return null;
  const left = Math.max(0, usage.limit - usage.conversions);
  const numbers = {
    count: left,
    left: formatCount(left, i18n.language),
    limit: formatCount(usage.limit, i18n.language),
  };
  return <p className="small muted quota">{isGuest ? t('quota.day', numbers) : t('quota.month', numbers)}</p>;
}
