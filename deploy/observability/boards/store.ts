import { board, EMPTY, row } from '../grafana.ts';
import { badShare, minBy, p95By, rateBy } from '../queries.ts';

const STAT = { kind: 'stat', width: 6, height: 6 } as const;

const retention = row(
  'Retention',
  {
    title: 'Objects erased within 60 min',
    unit: 'percentunit',
    decimals: 3,
    description: 'Share of the objects erased in 30 days. The promise is 100 %.',
    ...STAT,
    max: 1,
    base: 'red',
    thresholds: [[1, 'green']],
    empty: EMPTY.due,
    queries: [[`1 - ${badShare('30d', 'retention')}`, 'in time']],
  },
  {
    title: 'Oldest overdue object',
    unit: 's',
    description: 'How long it has been due (58 min after its upload began). At 120 s the promise is broken.',
    ...STAT,
    thresholds: [
      [60, 'orange'],
      [120, 'red'],
    ],
    queries: [['max(reaper_lag_seconds)', 'lag']],
  },
  {
    title: 'Objects overdue',
    unit: 'short',
    description: 'Objects that the last pass could not erase.',
    ...STAT,
    thresholds: [[1, 'red']],
    queries: [['max(reaper_overdue_objects)', 'objects']],
  },
  {
    title: 'Time since the last pass',
    unit: 's',
    description: 'One is due every 30 s; ReaperDead fires from 180 s.',
    ...STAT,
    thresholds: [[180, 'red']],
    queries: [['time() - max(reaper_last_pass_timestamp_seconds)', 'last pass']],
  },
  {
    title: 'Objects erased by the reaper',
    unit: 'ops',
    description:
      'In time and late. Objects that users delete, and inputs of finished jobs, are erased earlier and do not count.',
    stack: true,
    width: 12,
    queries: [rateBy('result', 'reaper_erased_objects_total')],
  },
  {
    title: 'Lag and overdue objects',
    unit: 'short',
    description: 'Both are 0 unless the store fails or the reaper has stopped.',
    width: 12,
    queries: [
      ['max(reaper_lag_seconds)', 'lag, s'],
      ['max(reaper_overdue_objects)', 'overdue objects'],
    ],
  },
);

const store = row(
  'The store',
  {
    title: 'Bytes of conversions',
    unit: 'Bps',
    description: 'Inputs of ended conversions and outputs of completed ones.',
    queries: [rateBy('direction', 'conversion_bytes_total')],
  },
  {
    title: 'Workers’ fetch and store',
    unit: 's',
    description: '95th percentile of the time that workers spend with the store.',
    queries: [p95By('stage', 'attempt_stage_seconds', '{stage=~"fetch|store"}')],
  },
  {
    title: 'Reachability of the store',
    unit: 'short',
    description: 'Share of the instances of each service that reach the store.',
    max: 1,
    queries: [['avg by (service) (dependency_up{dependency="store"})', '{{service}}']],
  },
  {
    title: 'Returned attempts',
    unit: 'ops',
    description: 'Attempts that ended because the store, usage or Redis was unreachable.',
    empty: EMPTY.none,
    queries: [rateBy('service', 'conversion_duration_seconds_count{outcome="returned"}')],
  },
  {
    title: 'Uploads and downloads',
    unit: 'Bps',
    description: 'Traffic of the gateway.',
    queries: [
      ['sum(rate(upload_received_bytes_total[$__rate_interval]))', 'received'],
      ['sum(rate(download_sent_bytes_total[$__rate_interval]))', 'sent'],
    ],
  },
  {
    title: 'Free disk space',
    unit: 'bytes',
    description: 'On the disks of workers, and of a store that is a folder.',
    queries: [minBy('service, volume', 'disk_free_bytes')],
  },
);

/** Retention, and the state of the store. */
export const dashboard = board({
  uid: 'filemill-store',
  title: 'Store and retention',
  description: 'Whether every object is erased within the hour, and the state of the store.',
  rows: [retention, store],
});
