import { formatCount, useAccount } from '@filemill/web-client';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { guestUsageQuery } from '../api/guest-usage.js';
import type { Converter } from '../hooks/use-converter.js';

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
