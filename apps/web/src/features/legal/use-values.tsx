import type { SiteConfig } from '@filemill/api';
import type { PlanTable } from '@filemill/plans';
import { Badge } from '@filemill/ui';
import { formatCount, formatPrice } from '@filemill/web-client';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../config/paths.js';
import { largestFileMb, plansQuery, siteConfigQuery } from '../../lib/api/public-data.js';
import { LocalLink } from '../../lib/local-link.js';
import type { Values } from './rich-text.js';

const mail = (address: string): ReactNode => (
  <a className="link" href={`mailto:${address}`}>
    {address}
  </a>
);

/** Who operates the service; what is not configured says so. */
function operatorValues(config: SiteConfig | undefined, missing: ReactNode): Values {
  if (!config)
    return { email: undefined, operator: undefined, operatorAddress: undefined, operatorEmail: undefined };
  const { operator, supportEmail } = config;
  return {
    email: mail(supportEmail),
    operator: operator.name ?? missing,
    operatorAddress: operator.address ?? missing,
    operatorEmail: mail(operator.email ?? supportEmail),
  };
}

/** The numbers of the plan table that the texts name. */
function planValues(
  plans: PlanTable | undefined,
  language: string,
  period: (id: 'day' | 'month') => string,
): Values {
  const count = (value: number | undefined) =>
    value === undefined ? undefined : formatCount(value, language);
  const valuesFor = (id: keyof PlanTable) => ({
    [`${id}Total`]: count(plans?.[id].conversions.total),
    [`${id}Size`]: plans && count(largestFileMb(plans[id])),
    [`${id}Period`]: plans && period(plans[id].period),
  });
  const pro = plans?.pro;
  return {
    ...valuesFor('guest'),
    ...valuesFor('free'),
    ...valuesFor('pro'),
    price: pro && formatPrice(pro.priceMinor, pro.currency, language),
    apiPerSecond: count(pro?.api?.conversionsPerSecond),
    apiBurst: count(pro?.api?.conversionBurst),
    apiReads: count(pro?.api?.readsPerMinute),
  };
}

const LINKED = ['privacyPolicy', 'refund', 'legal', 'subscribe'] as const;

/** Links to other pages, by the name of the page: `refundLink`. */
const linkValues = (nameOf: (id: (typeof LINKED)[number]) => string): Values =>
  Object.fromEntries(
    LINKED.map((id) => [
      `${id}Link`,
      <LocalLink key={id} className="link" to={paths[id]}>
        {nameOf(id)}
      </LocalLink>,
    ]),
  );

/** Everything that the legal texts name and do not say themselves. */
export function useValues(): Values {
  const { t, i18n } = useTranslation(['legal', 'contact']);
  const { data: plans } = useQuery(plansQuery);
  const { data: config } = useQuery(siteConfigQuery);
  const missing = (
    <Badge tone="warning" icon={TriangleAlert}>
      {t('contact:operator.missing')}
    </Badge>
  );
  return {
    ...linkValues((id) => t(`related.${id}`)),
    ...operatorValues(config, missing),
    ...planValues(plans, i18n.language, (id) => t(`period.${id}`)),
  };
}
