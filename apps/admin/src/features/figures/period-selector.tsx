import { PERIOD_DAYS, type PeriodDays } from '@filemill/product';
import { Segments } from '@filemill/ui';
import { useTranslation } from 'react-i18next';
import { periodOf } from '../../lib/api/figures.js';

/** How many days the figures are about. */
export function PeriodSelector({
  period,
  onPeriod,
}: {
  period: PeriodDays;
  onPeriod: (period: PeriodDays) => void;
}) {
  const { t } = useTranslation();
  return (
    <Segments
      label={t('period.label')}
      value={String(period)}
      options={PERIOD_DAYS.map((days) => ({ value: String(days), label: t('period.days', { days }) }))}
      onChange={(value) => onPeriod(periodOf(value))}
    />
  );
}
