import { Segments } from '@filemill/ui';
import { useTranslation } from 'react-i18next';
import { PERIODS, type Period, periodOf } from '../../lib/api/period.js';

/** How many days the figures are about. */
export function PeriodSelector({ period, onPeriod }: { period: Period; onPeriod: (period: Period) => void }) {
  const { t } = useTranslation();
  return (
    <Segments
      label={t('period.label')}
      value={String(period)}
      options={PERIODS.map((days) => ({ value: String(days), label: t('period.days', { days }) }))}
      onChange={(value) => onPeriod(periodOf(value))}
    />
  );
}
