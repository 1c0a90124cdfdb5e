import { board, EMPTY, type PanelDefinition, panel, row } from '../grafana.ts';
import { p95By, perHour, rateBy } from '../queries.ts';
import { activeSubscriptions, revenueOfTheDay } from '../shared-panels.ts';

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
  panel(
    'Conversions per hour by plan',
    'short',
    'Accepted conversions.',
    [perHour(rateBy('plan', 'reservations_total'))],
    { stack: true },
  ),
  panel(
    'Conversions per hour by kind',
    'short',
    'Accepted conversions.',
    [perHour(rateBy('kind', 'reservations_total'))],
    { stack: true },
  ),
  panel(
    'Conversions by kind of input and output, 24 h',
    'short',
    'Completed conversions.',
    [
      [
        'round(topk(12, sum by (from, to) (increase(conversion_pairs_total{outcome="completed"}[1d]))))',
        '{{from}} → {{to}}',
      ],
    ],
    { kind: 'bargauge' },
  ),
  panel('Bytes per day', 'bytes', 'Inputs and outputs by kind, projected to a day.', [
    [
      '86400 * sum by (kind, direction) (rate(conversion_bytes_total[$__rate_interval]))',
      '{{kind}} {{direction}}',
    ],
  ]),
  panel(
    'Refused by the plan',
    'short',
    'Per hour, by plan and limit: possible buyers of a larger plan.',
    [perHour(rateBy('plan, category', 'quota_refusals_total'))],
    { empty: EMPTY.yet, stack: true },
  ),
  panel('Refused guests', 'short', 'Per hour, because the lane was too far behind.', [
    perHour(rateBy('lane', 'overload_refusals_total')),
  ]),
);

const people = row(
  'Users and revenue',
  panel('Registrations per hour', 'short', 'Created accounts.', [
    ['3600 * sum(rate(registrations_total[$__rate_interval]))', 'accounts'],
  ]),
  activeSubscriptions,
  revenueOfTheDay,
  panel(
    'Calls with API keys per hour',
    'short',
    'By action.',
    [perHour(rateBy('action', 'api_key_requests_total'))],
    { empty: EMPTY.yet },
  ),
  panel('Duration of image conversions by plan, 95th percentile', 's', 'From acceptance to the result.', [
    p95By('plan', 'conversion_end_to_end_seconds', '{kind="image", outcome!="cancelled"}'),
  ]),
  panel(
    'Why conversions fail',
    'short',
    'Per hour, by code.',
    [perHour(rateBy('code', 'conversions_total{outcome="failed"}'))],
    { stack: true, empty: EMPTY.none },
  ),
);

/** Use and revenue of the service. */
export const dashboard = board({
  uid: 'filemill-business',
  title: 'Business',
  description: 'Use, users, revenue.',
  rows: [day, use, people],
});
