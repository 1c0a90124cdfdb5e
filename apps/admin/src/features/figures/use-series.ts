import { CATEGORIES, OUTCOMES, type Outcome } from '@filemill/product';
import { type ChartSeries } from '@filemill/ui';
import { useTranslation } from 'react-i18next';

const TONES: Record<Outcome, string> = { completed: 'success', failed: 'danger', cancelled: 'warning' };

/** The colours of conversions, by category and by how they end. */
export function useSeries(): { categories: readonly ChartSeries[]; outcomes: readonly ChartSeries[] } {
  const { t } = useTranslation('charts');
  return {
    categories: CATEGORIES.map((category) => ({
      id: category,
      label: t(`common:categories.${category}`),
      colour: `var(--kind-${category})`,
      mark: `k-${category}`,
    })),
    outcomes: OUTCOMES.map((outcome) => ({
      id: outcome,
      label: t(`outcome.${outcome}`),
      colour: `var(--${TONES[outcome]})`,
      mark: `t-${TONES[outcome]}`,
    })),
  };
}
