import { board, EMPTY, panel, row } from '../grafana.ts';
import { badShare, minBy, p95By, rateBy } from '../queries.ts';

const STAT = { kind: 'stat', width: 6, height: 6 } as const;

const retention = row(
  'Retention',
  panel(
    'Objects erased within 60 min',
    'percentunit',
    'Share of the objects erased in 30 days. The promise is 100 %.',
    [[`1 - ${badShare('30d', 'retention')}`, 'in time']],
    { decimals: 3, ...STAT, max: 1, base: 'red', thresholds: [[1, 'green']], empty: EMPTY.due },
  ),
  panel(
    'Oldest overdue object',
    's',
    'How long it has been due (58 min after its upload began). At 120 s the promise is broken.',
    [['max(reaper_lag_seconds)', 'lag']],
    {
      ...STAT,
      thresholds: [
        [60, 'orange'],
        [120, 'red'],
      ],
    },
  ),
  panel(
    'Objects overdue',
    'short',
    'Objects that the last pass could not erase.',
    [['max(reaper_overdue_objects)', 'objects']],
    { ...STAT, thresholds: [[1, 'red']] },
  ),
  panel(
    'Time since the last pass',
    's',
    'One is due every 30 s; ReaperDead fires from 180 s.',
    [['time() - max(reaper_last_pass_timestamp_seconds)', 'last pass']],
    { ...STAT, thresholds: [[180, 'red']] },
  ),
  panel(
    'Objects erased by the reaper',
    'ops',
    'In time and late. Objects that users delete, and inputs of finished jobs, are erased earlier and do not count.',
    [rateBy('result', 'reaper_erased_objects_total')],
    { stack: true, width: 12 },
  ),
  panel(
    'Lag and overdue objects',
    'short',
    'Both are 0 unless the store fails or the reaper has stopped.',
    [
      ['max(reaper_lag_seconds)', 'lag, s'],
      ['max(reaper_overdue_objects)', 'overdue objects'],
    ],
    { width: 12 },
  ),
);

const store = row(
  'The store',
  panel('Bytes of conversions', 'Bps', 'Inputs of ended conversions and outputs of completed ones.', [
    rateBy('direction', 'conversion_bytes_total'),
  ]),
  panel('Workers’ fetch and store', 's', '95th percentile of the time that workers spend with the store.', [
    p95By('stage', 'attempt_stage_seconds', '{stage=~"fetch|store"}'),
  ]),
  panel(
    'Reachability of the store',
    'short',
    'Share of the instances of each service that reach the store.',
    [['avg by (service) (dependency_up{dependency="store"})', '{{service}}']],
    { max: 1 },
  ),
  panel(
    'Returned attempts',
    'ops',
    'Attempts that ended because the store, usage or Redis was unreachable.',
    [rateBy('service', 'conversion_duration_seconds_count{outcome="returned"}')],
    { empty: EMPTY.none },
  ),
  panel('Uploads and downloads', 'Bps', 'Traffic of the gateway.', [
    ['sum(rate(upload_received_bytes_total[$__rate_interval]))', 'received'],
    ['sum(rate(download_sent_bytes_total[$__rate_interval]))', 'sent'],
  ]),
  panel('Free disk space', 'bytes', 'On the disks of workers, and of a store that is a folder.', [
    minBy('service, volume', 'disk_free_bytes'),
  ]),
);

/** Retention, and the state of the store. */
export const dashboard = board({
  uid: 'filemill-store',
  title: 'Store and retention',
  description: 'Whether every object is erased within the hour, and the state of the store.',
  rows: [retention, store],
});
