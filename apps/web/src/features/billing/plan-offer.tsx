import type { Plan } from '@filemill/plans';
import { CATEGORIES, type UserPlanId } from '@filemill/product';
import { cx, Icon, Stone } from '@filemill/ui';
import { formatCount, formatPrice } from '@filemill/web-client';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { largestFileMb } from '../../lib/api/public-data.js';

/** What a plan gives, as the lines of its card; every number from the plan table. */
function useLines(id: UserPlanId, plan: Plan): readonly string[] {
  const { t, i18n } = useTranslation(['billing', 'common']);
  const count = (value: number) => formatCount(value, i18n.language);
  return [
    t('offer.total', { count: plan.conversions.total, n: count(plan.conversions.total) }),
    ...CATEGORIES.map((category) =>
      t('offer.category', {
        n: count(plan.conversions.byCategory[category]),
        category: t(`common:categories.${category}`),
      }),
    ),
    t('offer.size', { size: count(largestFileMb(plan)) }),
    t('offer.atOnce', { count: plan.filesAtOnce }),
    t('offer.concurrent', { count: plan.concurrent }),
    ...(plan.api ? [t('offer.api', { perSecond: plan.api.conversionsPerSecond })] : []),
    t(`offer.support.${id}`),
  ];
}

interface PlanOfferProps {
  id: UserPlanId;
  plan: Plan;
  children: ReactNode;
}

/** One plan with what it gives; `children` holds its button. */
export function PlanOffer({ id, plan, children }: PlanOfferProps) {
  const { t, i18n } = useTranslation('billing');
  const lines = useLines(id, plan);
  const isPro = id === 'pro';
  return (
    <article className={cx('card plan', isPro && 'card--ink on-ink')}>
      {isPro && <Stone className="plan__stone" />}
      <h2>{t(`offer.${id}`)}</h2>
      <p className="plan__price">
        <b>{formatPrice(plan.priceMinor, plan.currency, i18n.language)}</b>{' '}
        {plan.priceMinor > 0 && t('offer.perMonth')}
      </p>
      <p className="plan__for">{t(`offer.for.${id}`)}</p>
      <ul>
        {lines.map((line) => (
          <li key={line}>
            <Icon of={Check} />
            {line}
          </li>
        ))}
      </ul>
      {children}
    </article>
  );
}
