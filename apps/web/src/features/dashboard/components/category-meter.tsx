import { Badge, CategoryMark, isNearLimit, Meter, usageTone } from '@filemill/ui';
import { formatCount, formatPercent } from '@filemill/web-client';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { shareOf, type usedByCategory } from '../model/usage.js';

/** How much of one category is used. */
export function CategoryMeter({ of }: { of: ReturnType<typeof usedByCategory>[number] }) {
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
