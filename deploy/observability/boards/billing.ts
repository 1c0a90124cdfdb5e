import { board, EMPTY, row } from '../grafana.ts';
import { maxBy, rateBy, withLegend } from '../queries.ts';

const stripe = row(
  'Stripe',
  {
    title: 'Webhooks',
    unit: 'ops',
    description: 'Calls by outcome. “refused”: wrong or old signature.',
    queries: [rateBy('outcome', 'stripe_webhooks_total')],
  },
  {
    title: 'Webhook lag',
    unit: 's',
    description: 'From storing an event to committing its effect. 99 % must be below 60 s.',
    thresholds: [[60, 'red']],
    queries: [
      [
        'histogram_quantile(0.5, sum by (le) (rate(stripe_event_processing_seconds_bucket[$__rate_interval])))',
        'median',
      ],
      [
        'histogram_quantile(0.99, sum by (le) (rate(stripe_event_processing_seconds_bucket[$__rate_interval])))',
        '99th percentile',
      ],
    ],
  },
  {
    title: 'Inbox',
    unit: 'short',
    description: 'Events stored and not yet processed.',
    queries: [['max(stripe_inbox_events)', 'events']],
  },
  {
    title: 'Oldest event in the inbox',
    unit: 's',
    description: 'WebhookBacklog fires from 300 s.',
    thresholds: [[300, 'red']],
    queries: [['max(stripe_inbox_oldest_age_seconds)', 'age']],
  },
  {
    title: 'Corrected by the nightly comparison',
    unit: 'short',
    description: 'Customers with changes at Stripe that arrived without an event, in 24 h.',
    thresholds: [[1, 'red']],
    queries: [['sum(increase(reconciliation_mended_customers_total[1d]))', 'customers']],
  },
  {
    title: 'Time since the last comparison',
    unit: 's',
    description:
      'One is due every night at 03:00 UTC; ReconciliationMissing fires from 26 h. None: never yet.',
    empty: EMPTY.none,
    thresholds: [[93_600, 'red']],
    queries: [['time() - (max(max_over_time(reconciliation_last_run_timestamp_seconds[7d])) > 0)', 'since']],
  },
);

const money = row(
  'Subscriptions',
  {
    title: 'Active subscriptions',
    unit: 'short',
    description: 'By source and state.',
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
    title: 'Failed calls to billing',
    unit: 'ops',
    description: 'By rpc and code, refusals to users included.',
    empty: EMPTY.none,
    queries: [rateBy('rpc, code', 'grpc_requests_total{service="billing", code!="ok"}')],
  },
);

const boxes = row(
  'Messages between services, and mail',
  {
    title: 'Undelivered messages',
    unit: 'short',
    description: 'By sender and receiver; mail is a receiver.',
    queries: [withLegend('{{service}} → {{receiver}}', maxBy('service, receiver', 'outbox_messages'))],
  },
  {
    title: 'Oldest undelivered message',
    unit: 's',
    description: 'OutboxStuck fires from 120 s, MailBacklog from 600 s.',
    thresholds: [[120, 'red']],
    queries: [
      withLegend('{{service}} → {{receiver}}', maxBy('service, receiver', 'outbox_oldest_age_seconds')),
    ],
  },
  {
    title: 'Deliveries',
    unit: 'ops',
    description: 'Tries by receiver and outcome.',
    empty: EMPTY.yet,
    stack: true,
    queries: [rateBy('receiver, outcome', 'outbox_deliveries_total')],
  },
);

/** Payments, subscriptions, and the messages about them. */
export const dashboard = board({
  uid: 'filemill-billing',
  title: 'Billing',
  description: 'Stripe events, subscriptions, messages between services, mail.',
  rows: [stripe, money, boxes],
});
