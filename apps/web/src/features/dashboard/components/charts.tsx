import type { AnalyticsView } from '@filemill/api';
import { Card, Chart, type ChartRow, EmptyState } from '@filemill/ui';
import { formatCount } from '@filemill/web-client';
import { ChartColumn } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { categoriesOf } from '../model/analytics.js';

/** The days as a chart takes them. */
function rowsOf(
  { days }: AnalyticsView,
  language: string,
  valuesOf: (day: AnalyticsView['days'][number]) => ChartRow['values'],
): readonly ChartRow[] {
  const label = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return days.map((day) => ({
    id: day.date,
    label: label.format(new Date(day.date)),
    values: valuesOf(day),
  }));
}

/** Conversions by day and category, and how much was sent. */
export function Charts({ analytics }: { analytics: AnalyticsView }) {
  const { t, i18n } = useTranslation(['dashboard', 'common']);
  const language = i18n.language;
  const categories = categoriesOf(analytics);
  if (categories.length === 0) {
    return (
      <div className="card">
        <EmptyState icon={ChartColumn} title={t('analytics.empty')} text={t('analytics.emptyText')} />
      </div>
    );
  }
  const perDay = t('analytics.perDay');
  const sent = t('analytics.sent');
  // Small files alone come to 0.00 MB a day.
  const isSentShown = analytics.days.some(({ megabytes }) => megabytes > 0);
  return (
    <>
      <Card headingLevel={3} title={perDay}>
        <Chart
          label={perDay}
          shape="bars"
          series={categories.map((category) => ({
            id: category,
            label: t(`common:categories.${category}`),
            colour: `var(--kind-${category})`,
            mark: `k-${category}`,
          }))}
          rows={rowsOf(analytics, language, ({ byCategory }) => byCategory)}
          rowHead={t('analytics.day')}
          format={(value) => formatCount(value, language)}
        />
      </Card>
      {isSentShown && (
        <Card headingLevel={3} title={sent}>
          <Chart
            label={sent}
            shape="bars"
            series={[{ id: 'sent', label: sent, colour: 'var(--accent)', mark: '' }]}
            rows={rowsOf(analytics, language, ({ megabytes }) => ({ sent: megabytes }))}
            rowHead={t('analytics.day')}
            format={(value) => formatCount(value, language)}
            decimals
          />
        </Card>
      )}
    </>
  );
}
