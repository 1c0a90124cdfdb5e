import { formatCount, useAccount } from '@filemill/web-client';
import { useTranslation } from 'react-i18next';

/** How many conversions a signed-in user has left in this month. */
export function QuotaNote() {
  const { t, i18n } = useTranslation('convert');
  const usage = useAccount().data?.usage;
  if (!usage) return null;
  const left = Math.max(0, usage.limit - usage.conversions);
  return (
    <p className="small muted quota">
      {t('quota.month', {
        count: left,
        left: formatCount(left, i18n.language),
        limit: formatCount(usage.limit, i18n.language),
      })}
    </p>
  );
}
