import { board, EMPTY, type PanelDefinition, panel, row } from '../grafana.ts';
import { badShare, maxBy, p95By, rateBy, sumBy, topTen, withLegend } from '../queries.ts';
import { errorsByCode } from '../shared-panels.ts';

/** A number in the first row. */
const LEVEL = { kind: 'stat', width: 4, height: 5 } as const;
/** A share that is red below its target. */
const SHARE = { ...LEVEL, unit: 'percentunit', decimals: 3, max: 1, base: 'red' } as const;

const kept = (slo: string, title: string, description: string, target: number): PanelDefinition => ({
  ...SHARE,
  title,
  description,
  thresholds: [[target, 'green']],
  empty: EMPTY.yet,
  queries: [[`min(1 - ${badShare('30d', slo)})`, 'kept']],
});

const levels = row(
  'Service levels, last 30 days',
  kept('availability', 'Availability (99.9 %)', 'Answers without an error of ours.', 0.999),
  kept(
    'image_latency',
    'Images in 10 s (95 %)',
    'From acceptance to the ending, including failed conversions.',
    0.95,
  ),
  kept(
    'lane_time',
    'Lane time (99 %)',
    'Conversions that ended within the time of their lane, in the worst lane. Times: docs/slo.md.',
    0.99,
  ),
  kept(
    'webhook_lag',
    'Webhooks (99 %)',
    'At most a minute from storing an event to committing its effect.',
    0.99,
  ),
  panel(
    'Overdue conversions (0)',
    'short',
    'Conversions that are unfinished 50 minutes after their upload began. Any other number than 0 breaks a promise.',
    [['sum(max by (lane) (overdue_conversions))', 'overdue']],
    { ...LEVEL, thresholds: [[1, 'red']] },
  ),
  {
    title: 'Erased in time (100 %)',
    ...SHARE,
    description: 'Objects erased no later than 60 minutes after their upload began.',
    thresholds: [[1, 'green']],
    empty: EMPTY.due,
    queries: [[`1 - ${badShare('30d', 'retention')}`, 'in time']],
  },
  panel(
    'Error budget left',
    'percentunit',
    'The rest of each level’s budget for 30 days. Below 0 the level is missed.',
    [[`1 - ${badShare('30d')} / on (slo) group_left () filemill:slo_error_budget:ratio`, '{{slo}} {{lane}}']],
    {
      kind: 'bargauge',
      width: 12,
      min: null,
      max: 1,
      base: 'red',
      thresholds: [
        [0, 'orange'],
        [0.25, 'green'],
      ],
      empty: EMPTY.yet,
    },
  ),
  panel(
    'Burn rate over 1 h',
    'short',
    'How many times faster than allowed the budget is spent. 14.4 for an hour, or 6 for six hours, sends a page.',
    [[`${badShare('1h')} / on (slo) group_left () filemill:slo_error_budget:ratio`, '{{slo}} {{lane}}']],
    {
      width: 12,
      thresholds: [
        [6, 'orange'],
        [14.4, 'red'],
      ],
      empty: EMPTY.yet,
    },
  ),
);

const traffic = row(
  'Conversions',
  panel(
    'Accepted conversions by kind',
    'ops',
    'Accepted conversions per second.',
    [rateBy('kind', 'reservations_total')],
    { stack: true },
  ),
  panel(
    'Ended conversions by outcome',
    'ops',
    'Ended conversions per second. Within an hour they must equal the accepted ones.',
    [rateBy('outcome', 'conversions_total')],
    { stack: true },
  ),
  panel('End to end, 95th percentile', 's', 'From acceptance to the ending, without cancelled conversions.', [
    p95By('kind', 'conversion_end_to_end_seconds', '{outcome!="cancelled"}'),
  ]),
);

const health = row(
  'Health',
  panel(
    'Availability by result',
    'reqps',
    '“bad” counts against the service level; “shed”: guests who are refused under load; “file”: answers about one file.',
    [rateBy('result', 'http_availability_total')],
    { stack: true },
  ),
  errorsByCode(topTen),
  panel(
    'Firing alerts',
    'short',
    'Pages and tickets. Each has a runbook in docs/runbooks.',
    [
      withLegend(
        '{{severity}} {{alertname}}',
        sumBy('alertname, severity', 'ALERTS{alertstate="firing", severity=~"page|ticket"}'),
      ),
    ],
    { empty: EMPTY.none },
  ),
  panel(
    'Unreachable dependencies',
    'short',
    'Dependencies that no instance of a service reaches.',
    [['1 - max by (service, dependency) (dependency_up) > 0', '{{service}} → {{dependency}}']],
    { empty: EMPTY.none },
  ),
  panel('Processes', 'short', 'Instances that answer Prometheus.', [
    ['count by (service) (process_start_time_seconds)', '{{service}}'],
  ]),
  panel('Memory', 'bytes', 'Resident memory of the largest instance of each service, engines not included.', [
    maxBy('service', 'process_resident_memory_bytes'),
  ]),
  panel('CPU', 'percentunit', 'Cores in use by each service, engines not included.', [
    rateBy('service', 'process_cpu_seconds_total'),
  ]),
  panel(
    'Event loop lag, 99th percentile',
    's',
    'Of the worst instance. Above 1 s everything in it is late.',
    [maxBy('service', 'event_loop_lag_p99_seconds')],
    { thresholds: [[1, 'red']] },
  ),
  panel(
    'Shared figures',
    'short',
    '0: queues, outbox and inbox, or connections of this service cannot be read, and alerts about them cannot fire.',
    [maxBy('service', 'shared_figures_up')],
  ),
);

/** The first dashboard to look at: service levels, traffic, health. */
export const dashboard = board({
  uid: 'filemill-overview',
  title: 'Overview and service levels',
  description: 'The service levels, how far they were met, and whether anything is wrong now.',
  rows: [levels, traffic, health],
});
