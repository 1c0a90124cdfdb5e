import { CATEGORIES, OUTCOMES, type Outcome } from '@filemill/product';
import { type ChartSeries } from '@filemill/ui';
import { useTranslation } from 'react-i18next';

const TONES: Record<Outcome, string> = { completed: 'success', failed: 'danger', cancelled: 'warning' };

/** The colours of conversions, by kind of file and by how they end. */
export function useSeries(): { kinds: readonly ChartSeries[]; outcomes: readonly ChartSeries[] } {
  const { t } = useTranslation('charts');
  return {
    kinds: CATEGORIES.map((kind) => ({
      id: kind,
      label: t(`common:kinds.${kind}`),
      colour: `var(--kind-${kind})`,
      mark: `k-${kind}`,
    })),
    outcomes: OUTCOMES.map((outcome) => ({
      id: outcome,
      label: t(`outcome.${outcome}`),
      colour: `var(--${TONES[outcome]})`,
      mark: `t-${TONES[outcome]}`,
    })),
  };
}
