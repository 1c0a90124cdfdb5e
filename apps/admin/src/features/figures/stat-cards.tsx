import type { PeriodDays } from '@filemill/product';
import { ErrorState } from '@filemill/ui';
import { errorText, formatCount } from '@filemill/web-client';
import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, Euro, RefreshCw, Users } from 'lucide-react';
import { Trans, useTranslation } from 'react-i18next';
import { seriesQuery, statsQuery } from '../../lib/api/figures.js';
import { formatMoney, formatShare } from '../../lib/format.js';
import { countOutcome } from './daily.js';
import { StatCard } from './stat-card.js';

const strong = { b: <b /> };

/** Users, conversions, revenue and Pro users: in total, and of the period. */
export function StatCards({ period }: { period: PeriodDays }) {
  const { t, i18n } = useTranslation();
  const stats = useQuery(statsQuery(period));
  const days = useQuery(seriesQuery(period)).data;
  const count = (value?: number) => (value === undefined ? undefined : formatCount(value, i18n.language));
  const money = (value?: number) => (value === undefined ? undefined : formatMoney(value, i18n.language));
  if (stats.isError) {
    return (
      <section className="card kpis__error">
        <ErrorState
          title={t('stats.failed')}
          text={errorText(t, stats.error)}
          retry={t('retry')}
          onRetry={() => void stats.refetch()}
        />
      </section>
    );
  }
  const { data } = stats;
  const detailOf = (id: 'newUsers' | 'conversions' | 'revenue', value?: string) => (
    <Trans t={t} i18nKey={`stats.detail.${id}`} values={{ value, period }} components={strong} />
  );
  return (
    <ul className="kpis" aria-busy={stats.isFetching}>
      <StatCard
        icon={Users}
        label={t('stats.users')}
        figure={count(data?.totalUsers)}
        detail={detailOf('newUsers', count(data?.newUsersThisPeriod))}
        days={days?.map(({ users }) => users)}
      />
      <StatCard
        icon={RefreshCw}
        label={t('stats.conversions')}
        figure={count(data?.totalConversions)}
        detail={detailOf('conversions', count(data?.conversionsThisPeriod))}
        days={days?.map((day) => countOutcome(day, 'completed'))}
      />
      <StatCard
        icon={Euro}
        label={t('stats.revenue')}
        figure={money(data?.totalRevenue)}
        detail={detailOf('revenue', money(data?.revenueThisPeriod))}
        days={days?.map(({ revenue }) => revenue)}
      />
      <StatCard
        icon={BadgeCheck}
        label={t('stats.pro')}
        figure={count(data?.proUsers)}
        detail={
          <Trans
            t={t}
            i18nKey="stats.detail.pro"
            values={{ value: data && formatShare(data.proUserPercentage, i18n.language) }}
            components={strong}
          />
        }
      />
    </ul>
  );
}
