import { Badge, isNearLimit, KindMark, Meter, usageTone } from '@filemill/ui';
import { formatCount, formatPercent } from '@filemill/web-client';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { shareOf, type usedByKind } from '../model/usage.js';

/** How much of one kind is used. */
export function KindMeter({ of }: { of: ReturnType<typeof usedByKind>[number] }) {
  const { t, i18n } = useTranslation(['dashboard', 'common']);
  const { kind, used, limit } = of;
  const label = t(`common:kinds.${kind}`);
  const values = { used: formatCount(used, i18n.language), limit: formatCount(limit, i18n.language) };
  return (
    <li className="um">
      <p className="um__name">
        <KindMark kind={kind} small />
        {label}
      </p>
      <Meter kind={kind} label={label} value={used} max={limit} valueText={t('usage.of', values)} />
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
