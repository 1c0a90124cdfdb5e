import { PLAN_IDS } from '@filemill/product';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatsQuery } from '../../lib/api/catalogue.js';
import { plansQuery } from '../../lib/api/public-data.js';
import { LimitsTable } from './limits-table.js';
import { PlanCard } from './plan-card.js';
import { LoadError, SectionHead } from './section.js';

/** The plans and all their limits, from the plan table. */
export function Pricing({ onChoose }: { onChoose: () => void }) {
  const { t } = useTranslation('home');
  const { data: plans, error, refetch } = useQuery(plansQuery);
  const { data: formats = {} } = useQuery(formatsQuery);
  return (
    <section className="sec" id="pricing">
      <div className="page">
        <SectionHead title={t('pricing.title')} text={t('pricing.text')} />
        {error && <LoadError error={error} onRetry={() => void refetch()} />}
        <div className="plans" aria-busy={!plans && !error}>
          {PLAN_IDS.map((id) =>
            plans ? (
              <PlanCard key={id} id={id} plan={plans[id]} formats={formats} onChoose={onChoose} />
            ) : (
              !error && <div key={id} className="sk plan__sk" />
            ),
          )}
        </div>
        {plans && <LimitsTable plans={plans} formats={formats} />}
      </div>
    </section>
  );
}
