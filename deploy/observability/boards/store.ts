import { badShare, board, EMPTY, panel, row } from '../grafana.ts';

const retention = row(
  'Retention',
  panel({
    title: 'Objects erased within 60 min',
    unit: 'percentunit',
    decimals: 3,
    description: 'Share of the objects erased in 30 days. The promise is 100 %.',
    kind: 'stat',
    width: 6,
    height: 6,
    max: 1,
    base: 'red',
    thresholds: [[1, 'green']],
    empty: EMPTY.due,
    queries: [[`1 - ${badShare('30d', 'retention')}`, 'in time']],
  }),
  panel({
    title: 'Oldest overdue object',
    unit: 's',
    description: 'How long it has been due (58 min after its upload began). At 120 s the promise is broken.',
    kind: 'stat',
    width: 6,
    height: 6,
    thresholds: [
      [60, 'orange'],
      [120, 'red'],
    ],
    queries: [['max(reaper_lag_seconds)', 'lag']],
  }),
  panel({
    title: 'Objects overdue',
    unit: 'short',
    description: 'Objects that the last pass could not erase.',
    kind: 'stat',
    width: 6,
    height: 6,
    thresholds: [[1, 'red']],
    queries: [['max(reaper_overdue_objects)', 'objects']],
  }),
  panel({
    title: 'Time since the last pass',
    unit: 's',
    description: 'One is due every 30 s; ReaperDead fires from 180 s.',
    kind: 'stat',
    width: 6,
    height: 6,
    thresholds: [[180, 'red']],
    queries: [['time() - max(reaper_last_pass_timestamp_seconds)', 'last pass']],
  }),
  panel({
    title: 'Objects erased by the reaper',
    unit: 'ops',
    description:
      'In time and late. Objects that users delete, and inputs of finished jobs, are erased earlier and do not count.',
    stack: true,
    width: 12,
    queries: [['sum by (result) (rate(reaper_erased_objects_total[$__rate_interval]))', '{{result}}']],
  }),
  panel({
    title: 'Lag and overdue objects',
    unit: 'short',
    description: 'Both are 0 unless the store fails or the reaper has stopped.',
    width: 12,
    queries: [
      ['max(reaper_lag_seconds)', 'lag, s'],
      ['max(reaper_overdue_objects)', 'overdue objects'],
    ],
  }),
);

const store = row(
  'The store',
  panel({
    title: 'Bytes of conversions',
    unit: 'Bps',
    description: 'Inputs of ended conversions and outputs of completed ones.',
    queries: [['sum by (direction) (rate(conversion_bytes_total[$__rate_interval]))', '{{direction}}']],
  }),
  panel({
    title: 'Workers’ fetch and store',
    unit: 's',
    description: '95th percentile of the time that workers spend with the store.',
    queries: [
      [
        'histogram_quantile(0.95, sum by (stage, le) (rate(attempt_stage_seconds_bucket{stage=~"fetch|store"}[$__rate_interval])))',
        '{{stage}}',
      ],
    ],
  }),
  panel({
    title: 'Reachability of the store',
    unit: 'short',
    description: 'Share of the instances of each service that reach the store.',
    max: 1,
    queries: [['avg by (service) (dependency_up{dependency="store"})', '{{service}}']],
  }),
  panel({
    title: 'Returned attempts',
    unit: 'ops',
    description: 'Attempts that ended because the store, usage or Redis was unreachable.',
    empty: EMPTY.none,
    queries: [
      [
        'sum by (service) (rate(conversion_duration_seconds_count{outcome="returned"}[$__rate_interval]))',
        '{{service}}',
      ],
    ],
  }),
  panel({
    title: 'Uploads and downloads',
    unit: 'Bps',
    description: 'Traffic of the gateway.',
    queries: [
      ['sum(rate(upload_received_bytes_total[$__rate_interval]))', 'received'],
      ['sum(rate(download_sent_bytes_total[$__rate_interval]))', 'sent'],
    ],
  }),
  panel({
    title: 'Free disk space',
    unit: 'bytes',
    description: 'On the disks of workers, and of a store that is a folder.',
    queries: [['min by (service, volume) (disk_free_bytes)', '{{service}} {{volume}}']],
  }),
);

/** Retention, and the state of the store. */
export const dashboard = board({
  uid: 'filemill-store',
  title: 'Store and retention',
  description: 'Whether every object is erased within the hour, and the state of the store.',
  rows: [retention, store],
});
