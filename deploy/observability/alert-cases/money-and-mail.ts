import type { AlertCase, AlertSuite, Series } from '../promtool.ts';

const compared = (values: string): Series => ({
  'reconciliation_last_run_timestamp_seconds{service="billing",instance="a"}': values,
});
const outbox = (service: string, receiver: string, values: string): Series => ({
  [`outbox_oldest_age_seconds{service="${service}",receiver="${receiver}",instance="a"}`]: values,
});

const cases: readonly AlertCase[] = [
  {
    alert: 'WebhookBacklog',
    series: { 'stripe_inbox_oldest_age_seconds{service="billing",instance="a"}': '200x10 320x50' },
    quiet: '12m',
    fires: '14m',
  },
  {
    alert: 'WebhooksRefused',
    series: {
      'stripe_webhooks_total{service="billing",outcome="refused",instance="a"}': '0x20 0+1x40',
      'stripe_webhooks_total{service="billing",outcome="stored",instance="a"}': '0+20x60',
    },
    quiet: '24m',
    fires: '30m',
  },
  {
    alert: 'ReconciliationDifferences',
    series: { 'reconciliation_mended_customers_total{service="billing",instance="a"}': '0x10 2x50' },
    quiet: '10m',
    fires: '12m',
  },
  {
    alert: 'ReconciliationMissing',
    interval: '10m',
    // Compared once, at the first hour.
    series: compared('0x6 3600x200'),
    quiet: '27h',
    fires: '28h',
  },
  {
    name: 'a restart loses the time of the last run, the history does not',
    alert: 'ReconciliationMissing',
    interval: '10m',
    series: compared('0x6 3600x60 0x30'),
    quiet: '15h',
  },
  {
    name: 'payments are switched off',
    alert: 'ReconciliationMissing',
    interval: '10m',
    series: compared('0x250'),
    quiet: '40h',
  },
  {
    alert: 'OutboxStuck',
    series: outbox('accounts', 'billing', '100x10 130x50'),
    quiet: '12m',
    fires: '14m',
  },
  {
    name: 'mail may take longer',
    alert: 'OutboxStuck',
    series: outbox('accounts', 'mail', '500x60'),
    quiet: '30m',
  },
  { alert: 'MailBacklog', series: outbox('accounts', 'mail', '500x10 700x50'), quiet: '16m', fires: '20m' },
  {
    alert: 'PasswordHashOverload',
    series: { 'password_hash_refused_total{service="accounts",instance="a"}': '0x20 0+5x40' },
    quiet: '22m',
    fires: '28m',
  },
];

/** When the alerts of money-and-mail.yaml fire, and when they do not. */
export const suite: AlertSuite = {
  evaluationInterval: '2m',
  cases,
};
