import type { UsageView } from '@filemill/api';
import { Note } from '@filemill/ui';
import { formatCount, formatPercent } from '@filemill/web-client';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../lib/format-day.js';
import { nearestLimit, shareOf } from '../model/usage.js';

/** The remaining quota when it is nearly used up. */
export function LimitNote({ usage }: { usage: UsageView }) {
  const { t, i18n } = useTranslation(['dashboard', 'common']);
  const nearest = nearestLimit(usage);
  if (!nearest) return null;
  const left = Math.max(0, nearest.limit - nearest.used);
  return (
    <Note tone="warning">
      {t('usage.near', {
        count: left,
        what: nearest.category ? t(`common:categories.${nearest.category}`) : t('usage.all'),
        percent: formatPercent(shareOf(nearest) * 100),
        left: formatCount(left, i18n.language),
        date: formatDay(usage.resetDate, i18n.language),
      })}
    </Note>
  );
}
