import type { Series } from '@filemill/api';
import { CATEGORIES, OUTCOMES, type Outcome, type PeriodDays } from '@filemill/product';
import { Card, Chart, type ChartSeries, EmptyState, Segments, Skeleton } from '@filemill/ui';
import { formatCount } from '@filemill/web-client';
import { useQuery } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { seriesQuery } from '../../lib/api/figures.js';
import { formatDay, formatMoney } from '../../lib/format.js';
import { QueryView } from '../../lib/query-view.js';
import { byOutcome, completedByCategory } from './daily.js';

const TONES: Record<Outcome, string> = { completed: 'success', failed: 'danger', cancelled: 'warning' };

/** The colours of conversions, by category and by how they end. */
function useSeries(): { categories: readonly ChartSeries[]; outcomes: readonly ChartSeries[] } {
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

interface DailyChartProps {
  label: string;
  days: readonly Series[number][];
  shape: 'bars' | 'line';
  series: readonly ChartSeries[];
  valuesOf: (day: Series[number]) => Readonly<Record<string, number>>;
  format: (value: number, language: string) => string;
}

function DailyChart({ label, days, shape, series, valuesOf, format }: DailyChartProps) {
  const { t, i18n } = useTranslation('charts');
  const rows = days.map((day) => ({
    id: day.date,
    label: formatDay(day.date, i18n.language),
    values: valuesOf(day),
  }));
  if (rows.every(({ values }) => Object.values(values).every((value) => value === 0))) {
    return <EmptyState icon={ChartColumn} title={t('empty')} />;
  }
  return (
    <Chart
      label={label}
      shape={shape}
      series={series}
      rows={rows}
      rowHead={t('day')}
      format={(value) => format(value, i18n.language)}
    />
  );
}

function ConversionsChart({ days }: { days: readonly Series[number][] }) {
  const { t } = useTranslation('charts');
  const [by, setBy] = useState('category');
  const { categories, outcomes } = useSeries();
  const isByCategory = by === 'category';
  const options = [
    { value: 'category', label: t('by.category') },
    { value: 'outcome', label: t('by.outcome') },
  ];
  return (
    <Card
      title={t('conversions')}
      className="wide"
      action={<Segments label={t('by.label')} value={by} options={options} onChange={setBy} />}
    >
      <DailyChart
        label={t('conversions')}
        days={days}
        shape="bars"
        series={isByCategory ? categories : outcomes}
        valuesOf={isByCategory ? completedByCategory : byOutcome}
        format={formatCount}
      />
    </Card>
  );
}

function SingleChart({ id, days }: { id: 'users' | 'revenue'; days: readonly Series[number][] }) {
  const { t } = useTranslation('charts');
  const label = t(id);
  return (
    <Card title={label}>
      <DailyChart
        label={label}
        days={days}
        shape="line"
        series={[{ id, label, colour: 'var(--accent)', mark: '' }]}
        valuesOf={(day) => ({ [id]: day[id] })}
        format={id === 'revenue' ? formatMoney : formatCount}
      />
    </Card>
  );
}

/** Conversions, new users and revenue of a period by day. */
export function Charts({ period }: { period: PeriodDays }) {
  const { t } = useTranslation('charts');
  const days = useQuery(seriesQuery(period));
  return (
    <section className="charts" aria-label={t('title')} aria-busy={days.isFetching}>
      <QueryView query={days} failed={t('failed')} skeleton={<Skeleton className="sk--chart" lines={2} />}>
        {(data) => (
          <>
            <ConversionsChart days={data} />
            <SingleChart id="users" days={data} />
            <SingleChart id="revenue" days={data} />
          </>
        )}
      </QueryView>
    </section>
  );
}
