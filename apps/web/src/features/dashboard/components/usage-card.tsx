import type { UsageView } from '@filemill/api';
import { Badge, CategoryMark, isNearLimit, Meter, Note, usageTone } from '@filemill/ui';
import { formatCount, formatPercent, formatUtcDay } from '@filemill/web-client';
import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMegabytes } from '../model/format.js';
import { nearestLimit, shareOf, usedByCategory } from '../model/usage.js';

/** How much of one category is used. */
function CategoryMeter({ of }: { of: ReturnType<typeof usedByCategory>[number] }) {
  const { t, i18n } = useTranslation(['dashboard', 'common']);
  const { category, used, limit } = of;
  const label = t(`common:categories.${category}`);
  const values = { used: formatCount(used, i18n.language), limit: formatCount(limit, i18n.language) };
  return (
    <li className="um">
      <p className="um__name">
        <CategoryMark category={category} small />
        {label}
      </p>
      <Meter category={category} label={label} value={used} max={limit} valueText={t('usage.of', values)} />
      <p className="um__figures small">
        <span>
          <b className="strong">{values.used}</b> <span className="muted">/ {values.limit}</span>
        </span>
        <Badge tone={usageTone(used, limit)} icon={isNearLimit(used, limit) ? TriangleAlert : undefined}>
          {formatPercent(shareOf(of) * 100)}
        </Badge>
      </p>
    </li>
  );
}

/** The remaining quota when it is nearly used up. */
function LimitNote({ usage }: { usage: UsageView }) {
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
        date: formatUtcDay(usage.resetDate, i18n.language),
      })}
    </Note>
  );
}

/** Of which categories the period's conversions were. Decorative: the meters below say the same in words. */
function ShareBar({ usage }: { usage: UsageView }) {
  const left = Math.max(0, usage.limit - usage.conversions);
  return (
    <div className="stack" aria-hidden="true">
      {usedByCategory(usage).map(
        ({ category, used }) =>
          used > 0 && <span key={category} className={`k-${category}`} style={{ flexGrow: used }} />,
      )}
      {left > 0 && <i style={{ flexGrow: left }} />}
    </div>
  );
}

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
          <li>{t('usage.resets', { date: formatUtcDay(resetDate, i18n.language) })}</li>
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
