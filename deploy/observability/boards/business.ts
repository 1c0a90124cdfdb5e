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
    'By everybody, guests included.',
    'round(sum(increase(conversions_total{outcome="completed"}[1d])))',
  ),
  today('Accounts made', 'Registrations.', 'round(sum(increase(registrations_total[1d])))'),
  today(
    'Completed of all that ended',
    'Cancelled ones apart.',
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
    title: 'Conversions an hour by plan',
    unit: 'short',
    description: 'Accepted conversions.',
    stack: true,
    queries: [['3600 * sum by (plan) (rate(reservations_total[$__rate_interval]))', '{{plan}}']],
  }),
  panel({
    title: 'Conversions an hour by kind',
    unit: 'short',
    description: 'Accepted conversions.',
    stack: true,
    queries: [['3600 * sum by (kind) (rate(reservations_total[$__rate_interval]))', '{{kind}}']],
  }),
  panel({
    title: 'What people turn into what, 24 h',
    unit: 'short',
    description: 'Completed conversions by the kinds of input and output.',
    kind: 'bargauge',
    queries: [
      [
        'round(topk(12, sum by (from, to) (increase(conversion_pairs_total{outcome="completed"}[1d]))))',
        '{{from}} → {{to}}',
      ],
    ],
  }),
  panel({
    title: 'Bytes a day',
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
    description: 'An hour, by plan and limit: who would buy more.',
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
    title: 'Guests turned away',
    unit: 'short',
    description: 'An hour, because the lane was too far behind.',
    queries: [['3600 * sum by (lane) (rate(overload_refusals_total[$__rate_interval]))', '{{lane}}']],
  }),
);

const people = row(
  'People and money',
  panel({
    title: 'Registrations an hour',
    unit: 'short',
    description: 'Accounts made.',
    queries: [['3600 * sum(rate(registrations_total[$__rate_interval]))', 'accounts']],
  }),
  panel({
    title: 'Subscriptions',
    unit: 'short',
    description: 'Not over, by source and state.',
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
    title: 'Calls with API keys an hour',
    unit: 'short',
    description: 'What developers do.',
    empty: EMPTY.yet,
    queries: [['3600 * sum by (action) (rate(api_key_requests_total[$__rate_interval]))', '{{action}}']],
  }),
  panel({
    title: 'Time of images by plan, 95th percentile',
    unit: 's',
    description: 'What people wait for: from acceptance to the result.',
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
    description: 'An hour, by code.',
    stack: true,
    empty: EMPTY.none,
    queries: [
      ['3600 * sum by (code) (rate(conversions_total{outcome="failed"}[$__rate_interval]))', '{{code}}'],
    ],
  }),
);

/** What the service is used for, and what it earns. */
export const dashboard = board({
  uid: 'filemill-business',
  title: 'Business',
  description: 'Use, people, money.',
  rows: [day, use, people],
});
