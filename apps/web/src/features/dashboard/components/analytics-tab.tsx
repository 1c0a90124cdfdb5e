import { PERIOD_DAYS, type PeriodDays } from '@filemill/product';
import { ErrorState, Segments, Skeleton } from '@filemill/ui';
import { errorText, requestJson } from '@filemill/web-client';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Charts } from './charts.js';
import { Figures } from './figures.js';

/** What the user has converted; below the account's key of the history, so that the same events renew it. */
const analyticsQuery = (span: PeriodDays) =>
  queryOptions({
    queryKey: ['conversion-history', 'analytics', span],
    queryFn: ({ signal }) => requestJson('GET', '/api/user/analytics', { query: { days: span }, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** The span that is shown first. */
const FIRST_SPAN: PeriodDays = 30;

/** What the user has converted over a span of days, as measured. */
export function AnalyticsTab() {
  const { t } = useTranslation(['dashboard', 'errors', 'common']);
  const [span, setSpan] = useState<PeriodDays>(FIRST_SPAN);
  const { data, error, isPlaceholderData, refetch } = useQuery(analyticsQuery(span));
  return (
    <section className="an" aria-label={t('tabs.analytics')} aria-busy={isPlaceholderData}>
      <div className="an__head">
        <h2>{t('tabs.analytics')}</h2>
        <Segments
          label={t('analytics.span')}
          value={String(span)}
          options={PERIOD_DAYS.map((days) => ({
            value: String(days),
            label: t('analytics.days', { count: days }),
          }))}
          onChange={(value) => setSpan(PERIOD_DAYS.find((days) => String(days) === value) ?? FIRST_SPAN)}
        />
      </div>
      {error && (
        <div className="card">
          <ErrorState
            title={t('analytics.failed')}
            text={errorText(t, error)}
            retry={t('common:loadError.retry')}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {!data && !error && <Skeleton className="dash__sk dash__sk--chart" lines={2} />}
      {data && !error && (
        <>
          <Figures analytics={data} />
          <Charts analytics={data} />
        </>
      )}
    </section>
  );
}
