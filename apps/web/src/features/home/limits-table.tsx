import type { Formats } from '@filemill/api';
import type { Plan, PlanTable } from '@filemill/plans';
import { CATEGORIES, PLAN_IDS } from '@filemill/product';
import { formatCount } from '@filemill/web-client';
import { useTranslation } from 'react-i18next';

interface Row {
  readonly name: string;
  readonly value: (plan: Plan) => string;
}

function useGroups(formats: Formats): readonly { id: string; rows: readonly Row[] }[] {
  const { t, i18n } = useTranslation(['home', 'common']);
  const count = (value: number) => formatCount(value, i18n.language);
  const categories = CATEGORIES.filter((category) => formats[category]);
  const perPeriod = (value: (plan: Plan) => number) => (plan: Plan) =>
    t(`limits.period_${plan.period}`, { n: count(value(plan)) });
  return [
    {
      id: 'conversions',
      rows: [
        { name: t('limits.total'), value: perPeriod((plan) => plan.conversions.total) },
        ...categories.map((category) => ({
          name: t(`common:categories.${category}`),
          value: perPeriod((plan) => plan.conversions.byCategory[category]),
        })),
      ],
    },
    {
      id: 'size',
      rows: categories.map((category) => ({
        name: t(`common:categories.${category}`),
        value: (plan) => t('limits.megabytes', { n: count(plan.maxFileSizeMb[category]) }),
      })),
    },
    {
      id: 'speed',
      rows: [
        { name: t('limits.filesAtOnce'), value: (plan) => count(plan.filesAtOnce) },
        { name: t('limits.concurrent'), value: (plan) => count(plan.concurrent) },
        {
          name: t('limits.api'),
          value: ({ api }) =>
            api
              ? t('limits.apiRates', {
                  perSecond: api.conversionsPerSecond,
                  burst: api.conversionBurst,
                  reads: count(api.readsPerMinute),
                })
              : t('limits.none'),
        },
      ],
    },
  ];
}

/** Every limit of every plan, as the server enforces it. */
export function LimitsTable({ plans, formats }: { plans: PlanTable; formats: Formats }) {
  const { t } = useTranslation('home');
  const groups = useGroups(formats);
  return (
    <table className="limits">
      <thead>
        <tr className="limits__r limits__h">
          <th scope="col">{t('limits.title')}</th>
          {PLAN_IDS.map((id) => (
            <th key={id} scope="col">
              {t(`pricing.plans.${id}`)}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(({ id, rows }) => (
        <tbody key={id}>
          <tr className="limits__g">
            <th colSpan={PLAN_IDS.length + 1} scope="rowgroup">
              {t(`limits.group.${id}`)}
            </th>
          </tr>
          {rows.map(({ name, value }) => (
            <tr key={name} className="limits__r">
              <th scope="row">{name}</th>
              {PLAN_IDS.map((plan) => (
                <td key={plan}>{value(plans[plan])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}
