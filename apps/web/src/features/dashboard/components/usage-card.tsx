import type { UsageView } from '@filemill/api';
import { Badge, isNearLimit, usageTone } from '@filemill/ui';
import { formatCount, formatPercent } from '@filemill/web-client';
import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../lib/format-day.js';
import { formatMegabytes } from '../model/format.js';
import { usedByCategory } from '../model/usage.js';
import { CategoryMeter } from './category-meter.js';
import { LimitNote } from './limit-note.js';
import { ShareBar } from './share-bar.js';

/** Usage of the plan in this month, in total and by category. */
export function UsageCard({ usage }: { usage: UsageView }) {
  const { t, i18n } = useTranslation('dashboard');
  const id = useId();
  const { conversions, limit, resetDate, dataProcessedMB, maxFileSizeMB } = usage;
  const count = (value: number) => formatCount(value, i18n.language);
  return (
    <section className="card use" aria-labelledby={id}>
      <div className="use__head">
        <div>
          <h2 id={id}>{t('usage.title')}</h2>
          <p className="use__all">
            <b>{count(conversions)}</b>
            <span>{t('usage.ofConversions', { count: limit, limit: count(limit) })}</span>
            {limit > 0 && (
              <Badge
                tone={usageTone(conversions, limit)}
                icon={isNearLimit(conversions, limit) ? TriangleAlert : undefined}
              >
                {formatPercent((conversions / limit) * 100)}
              </Badge>
            )}
          </p>
        </div>
        <ul className="use__facts small muted">
          <li>{t('usage.resets', { date: formatDay(resetDate, i18n.language) })}</li>
          <li>{t('usage.processed', { size: formatMegabytes(dataProcessedMB, i18n.language) })}</li>
          <li>{t('usage.largest', { size: count(maxFileSizeMB) })}</li>
        </ul>
      </div>
      <ShareBar usage={usage} />
      <ul className="ums">
        {usedByCategory(usage).map((of) => (
          <CategoryMeter key={of.category} of={of} />
        ))}
      </ul>
      <LimitNote usage={usage} />
    </section>
  );
}
