import { board, EMPTY, type PanelDefinition, row } from '../grafana.ts';
import { maxBy, p95By, perHour, rateBy } from '../queries.ts';

/** A number of the last 24 hours. */
const today = (title: string, description: string, expr: string, unit = 'short'): PanelDefinition => ({
  title,
  unit,
  description,
  kind: 'stat',
  width: 6,
  height: 5,
  empty: EMPTY.yet,
  queries: [[expr, 'last 24 h']],
});

const day = row(
  'Last 24 hours',
  today(
    'Conversions completed',
    'By users and guests.',
    'round(sum(increase(conversions_total{outcome="completed"}[1d])))',
  ),
  today('Accounts created', 'Registrations.', 'round(sum(increase(registrations_total[1d])))'),
  today(
    'Share of completed conversions',
    'Of all ended conversions except cancelled ones.',
    'sum(increase(conversions_total{outcome="completed"}[1d])) / sum(increase(conversions_total{outcome!="cancelled"}[1d]))',
    'percentunit',
  ),
  today(
    'Active subscriptions',
    'Now, grants included.',
    'sum(max by (source, state) (subscriptions_active))',
  ),
);

const use = row(
  'Use',
  {
    title: 'Conversions per hour by plan',
    unit: 'short',
    description: 'Accepted conversions.',
    stack: true,
    queries: [perHour(rateBy('plan', 'reservations_total'))],
  },
  {
    title: 'Conversions per hour by kind',
    unit: 'short',
    description: 'Accepted conversions.',
    stack: true,
    queries: [perHour(rateBy('kind', 'reservations_total'))],
  },
  {
    title: 'Conversions by kind of input and output, 24 h',
    unit: 'short',
    description: 'Completed conversions.',
    kind: 'bargauge',
    queries: [
      [
        'round(topk(12, sum by (from, to) (increase(conversion_pairs_total{outcome="completed"}[1d]))))',
        '{{from}} → {{to}}',
      ],
    ],
  },
  {
    title: 'Bytes per day',
    unit: 'bytes',
    description: 'Inputs and outputs by kind, projected to a day.',
    queries: [
      [
        '86400 * sum by (kind, direction) (rate(conversion_bytes_total[$__rate_interval]))',
        '{{kind}} {{direction}}',
      ],
    ],
  },
  {
    title: 'Refused by the plan',
    unit: 'short',
    description: 'Per hour, by plan and limit: possible buyers of a larger plan.',
    empty: EMPTY.yet,
    stack: true,
    queries: [perHour(rateBy('plan, category', 'quota_refusals_total'))],
  },
  {
    title: 'Refused guests',
    unit: 'short',
    description: 'Per hour, because the lane was too far behind.',
    queries: [perHour(rateBy('lane', 'overload_refusals_total'))],
  },
);

const people = row(
  'Users and revenue',
  {
    title: 'Registrations per hour',
    unit: 'short',
    description: 'Created accounts.',
    queries: [['3600 * sum(rate(registrations_total[$__rate_interval]))', 'accounts']],
  },
  {
    title: 'Subscriptions',
    unit: 'short',
    description: 'Current subscriptions, by source and state.',
    stack: true,
    queries: [maxBy('source, state', 'subscriptions_active')],
  },
  {
    title: 'Revenue of the UTC day',
    unit: 'short',
    description: 'Paid and refunded so far today, in whole units of the currency.',
    empty: EMPTY.yet,
    queries: [['max by (currency, movement) (revenue_today_minor) / 100', '{{currency}} {{movement}}']],
  },
  {
    title: 'Calls with API keys per hour',
    unit: 'short',
    description: 'By action.',
    empty: EMPTY.yet,
    queries: [perHour(rateBy('action', 'api_key_requests_total'))],
  },
  {
    title: 'Duration of image conversions by plan, 95th percentile',
    unit: 's',
    description: 'From acceptance to the result.',
    queries: [p95By('plan', 'conversion_end_to_end_seconds', '{kind="image", outcome!="cancelled"}')],
  },
  {
    title: 'Why conversions fail',
    unit: 'short',
    description: 'Per hour, by code.',
    stack: true,
    empty: EMPTY.none,
    queries: [perHour(rateBy('code', 'conversions_total{outcome="failed"}'))],
  },
);

/** Use and revenue of the service. */
export const dashboard = board({
  uid: 'filemill-business',
  title: 'Business',
  description: 'Use, users, revenue.',
  rows: [day, use, people],
});
