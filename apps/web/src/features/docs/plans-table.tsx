import type { Plan } from '@filemill/plans';
import { CATEGORIES, PLAN_IDS } from '@filemill/product';
import { Table } from '@filemill/ui';
import { formatCount, formatPrice } from '@filemill/web-client';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatsQuery } from '../../lib/api/catalogue.js';
import { largestFileMb, plansQuery } from '../../lib/api/public-data.js';
import { LoadState } from './load-state.js';

interface Row {
  readonly name: string;
  readonly value: (plan: Plan) => string;
}

/** The limits that a program can hit, in the words of the page. */
function useRows(): readonly Row[] {
  const { t, i18n } = useTranslation(['docs', 'common']);
  const { data: formats = {} } = useQuery(formatsQuery);
  const count = (value: number) => formatCount(value, i18n.language);
  const formatPerPeriod = (plan: Plan, value: number) =>
    plan.period === 'day'
      ? t('overview.plans.perDay', { n: count(value) })
      : t('overview.plans.perMonth', { n: count(value) });
  const no = t('overview.plans.no');
  return [
    {
      name: t('overview.plans.price'),
      value: ({ priceMinor, currency }) => formatPrice(priceMinor, currency, i18n.language),
    },
    { name: t('overview.plans.total'), value: (plan) => formatPerPeriod(plan, plan.conversions.total) },
    ...CATEGORIES.filter((category) => formats[category]).map((category) => ({
      name: t('overview.plans.category', { category: t(`common:categoryPlural.${category}`) }),
      value: (plan: Plan) => formatPerPeriod(plan, plan.conversions.byCategory[category]),
    })),
    {
      name: t('overview.plans.size'),
      value: (plan) => t('overview.plans.megabytes', { n: count(largestFileMb(plan)) }),
    },
    { name: t('overview.plans.concurrent'), value: (plan) => count(plan.concurrent) },
    { name: t('overview.plans.key'), value: ({ api }) => (api ? t('overview.plans.yes') : no) },
    {
      name: t('overview.plans.rate'),
      value: ({ api }) =>
        api
          ? t('overview.plans.perSecond', {
              n: count(api.conversionsPerSecond),
              burst: count(api.conversionBurst),
            })
          : '–',
    },
    {
      name: t('overview.plans.reads'),
      value: ({ api }) => (api ? t('overview.plans.perMinute', { n: count(api.readsPerMinute) }) : '–'),
    },
  ];
}

/** What each plan allows, from the plan table in force. */
export function PlansTable() {
  const { t } = useTranslation('docs');
  const rows = useRows();
  const query = useQuery(plansQuery);
  return (
    <div className="card docs-card docs-plans">
      <LoadState query={query} skeleton="docs-sk--plans">
        {(plans) => (
          <Table
            label={t('overview.plans.title')}
            rows={rows}
            rowKey={({ name }) => name}
            columns={[
              { id: 'name', head: t('overview.plans.limit'), cell: ({ name }) => name, lead: true },
              ...PLAN_IDS.map((id) => ({
                id,
                head: t(`overview.plans.${id}`),
                cell: ({ value }: Row) => value(plans[id]),
              })),
            ]}
          />
        )}
      </LoadState>
    </div>
  );
}
