import { board, EMPTY, panel, row } from '../grafana.ts';
import { maxBy, rateBy, withLegend } from '../queries.ts';
import { activeSubscriptions, revenueOfTheDay } from '../shared-panels.ts';

const stripe = row(
  'Stripe',
  panel('Webhooks', 'ops', 'Calls by outcome. “refused”: wrong or old signature.', [
    rateBy('outcome', 'stripe_webhooks_total'),
  ]),
  panel(
    'Webhook lag',
    's',
    'From storing an event to committing its effect. 99 % must be below 60 s.',
    [
      [
        'histogram_quantile(0.5, sum by (le) (rate(stripe_event_processing_seconds_bucket[$__rate_interval])))',
        'median',
      ],
      [
        'histogram_quantile(0.99, sum by (le) (rate(stripe_event_processing_seconds_bucket[$__rate_interval])))',
        '99th percentile',
      ],
    ],
    { thresholds: [[60, 'red']] },
  ),
  panel('Inbox', 'short', 'Events stored and not yet processed.', [['max(stripe_inbox_events)', 'events']]),
  panel(
    'Oldest event in the inbox',
    's',
    'WebhookBacklog fires from 300 s.',
    [['max(stripe_inbox_oldest_age_seconds)', 'age']],
    { thresholds: [[300, 'red']] },
  ),
  panel(
    'Corrected by the nightly comparison',
    'short',
    'Customers with changes at Stripe that arrived without an event, in 24 h.',
    [['sum(increase(reconciliation_mended_customers_total[1d]))', 'customers']],
    { thresholds: [[1, 'red']] },
  ),
  panel(
    'Time since the last comparison',
    's',
    'One is due every night at 03:00 UTC; ReconciliationMissing fires from 26 h. None: never yet.',
    [['time() - (max(max_over_time(reconciliation_last_run_timestamp_seconds[7d])) > 0)', 'since']],
    { empty: EMPTY.none, thresholds: [[93_600, 'red']] },
  ),
);

const money = row(
  'Subscriptions',
  activeSubscriptions,
  revenueOfTheDay,
  panel(
    'Failed calls to billing',
    'ops',
    'By rpc and code, refusals to users included.',
    [rateBy('rpc, code', 'grpc_requests_total{service="billing", code!="ok"}')],
    { empty: EMPTY.none },
  ),
);

const boxes = row(
  'Messages between services, and mail',
  panel('Undelivered messages', 'short', 'By sender and receiver; mail is a receiver.', [
    withLegend('{{service}} → {{receiver}}', maxBy('service, receiver', 'outbox_messages')),
  ]),
  panel(
    'Oldest undelivered message',
    's',
    'OutboxStuck fires from 120 s, MailBacklog from 600 s.',
    [withLegend('{{service}} → {{receiver}}', maxBy('service, receiver', 'outbox_oldest_age_seconds'))],
    { thresholds: [[120, 'red']] },
  ),
  panel(
    'Deliveries',
    'ops',
    'Tries by receiver and outcome.',
    [rateBy('receiver, outcome', 'outbox_deliveries_total')],
    { empty: EMPTY.yet, stack: true },
  ),
);

/** Payments, subscriptions, and the messages about them. */
export const dashboard = board({
  uid: 'filemill-billing',
  title: 'Billing',
  description: 'Stripe events, subscriptions, messages between services, mail.',
  rows: [stripe, money, boxes],
});
