import { board, EMPTY, type PanelDefinition, panel, row } from '../grafana.ts';

const today = (title: string, description: string, expr: string, unit = 'short'): PanelDefinition =>
  panel({
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
  panel({
    title: 'Conversions per hour by plan',
    unit: 'short',
    description: 'Accepted conversions.',
    stack: true,
    queries: [['3600 * sum by (plan) (rate(reservations_total[$__rate_interval]))', '{{plan}}']],
  }),
  panel({
    title: 'Conversions per hour by kind',
    unit: 'short',
    description: 'Accepted conversions.',
    stack: true,
    queries: [['3600 * sum by (kind) (rate(reservations_total[$__rate_interval]))', '{{kind}}']],
  }),
  panel({
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
  }),
  panel({
    title: 'Bytes per day',
    unit: 'bytes',
    description: 'Inputs and outputs by kind, projected to a day.',
    queries: [
      [
        '86400 * sum by (kind, direction) (rate(conversion_bytes_total[$__rate_interval]))',
        '{{kind}} {{direction}}',
      ],
    ],
  }),
  panel({
    title: 'Refused by the plan',
    unit: 'short',
    description: 'Per hour, by plan and limit: possible buyers of a larger plan.',
    empty: EMPTY.yet,
    stack: true,
    queries: [
      [
        '3600 * sum by (plan, category) (rate(quota_refusals_total[$__rate_interval]))',
        '{{plan}} {{category}}',
      ],
    ],
  }),
  panel({
    title: 'Refused guests',
    unit: 'short',
    description: 'Per hour, because the lane was too far behind.',
    queries: [['3600 * sum by (lane) (rate(overload_refusals_total[$__rate_interval]))', '{{lane}}']],
  }),
);

const people = row(
  'Users and revenue',
  panel({
    title: 'Registrations per hour',
    unit: 'short',
    description: 'Created accounts.',
    queries: [['3600 * sum(rate(registrations_total[$__rate_interval]))', 'accounts']],
  }),
  panel({
    title: 'Subscriptions',
    unit: 'short',
    description: 'Current subscriptions, by source and state.',
    stack: true,
    queries: [['max by (source, state) (subscriptions_active)', '{{source}} {{state}}']],
  }),
  panel({
    title: 'Revenue of the UTC day',
    unit: 'short',
    description: 'Paid and refunded so far today, in whole units of the currency.',
    empty: EMPTY.yet,
    queries: [['max by (currency, movement) (revenue_today_minor) / 100', '{{currency}} {{movement}}']],
  }),
  panel({
    title: 'Calls with API keys per hour',
    unit: 'short',
    description: 'By action.',
    empty: EMPTY.yet,
    queries: [['3600 * sum by (action) (rate(api_key_requests_total[$__rate_interval]))', '{{action}}']],
  }),
  panel({
    title: 'Duration of image conversions by plan, 95th percentile',
    unit: 's',
    description: 'From acceptance to the result.',
    queries: [
      [
        'histogram_quantile(0.95, sum by (plan, le) (rate(conversion_end_to_end_seconds_bucket{kind="image", outcome!="cancelled"}[$__rate_interval])))',
        '{{plan}}',
      ],
    ],
  }),
  panel({
    title: 'Why conversions fail',
    unit: 'short',
    description: 'Per hour, by code.',
    stack: true,
    empty: EMPTY.none,
    queries: [
      ['3600 * sum by (code) (rate(conversions_total{outcome="failed"}[$__rate_interval]))', '{{code}}'],
    ],
  }),
);

/** Use and revenue of the service. */
export const dashboard = board({
  uid: 'filemill-business',
  title: 'Business',
  description: 'Use, users, revenue.',
  rows: [day, use, people],
});
