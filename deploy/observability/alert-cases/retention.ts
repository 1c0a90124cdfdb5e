import type { AlertCase, AlertSuite, Series } from '../promtool.ts';

const lag = (values: string): Series => ({ 'reaper_lag_seconds{service="usage",instance="a"}': values });
const lastPass = (instance: string, values: string): Series => ({
  [`reaper_last_pass_timestamp_seconds{service="usage",instance="${instance}"}`]: values,
});

const cases: readonly AlertCase[] = [
  {
    // The last pass is at 10 min: no alert at 12:30, an alert 5 minutes after the pass at the latest.
    alert: 'ReaperDead',
    interval: '15s',
    series: lastPass('a', '0+15x40 600x200'),
    quiet: '12m30s',
    fires: '14m30s',
  },
  {
    name: 'the newest of all instances counts',
    alert: 'ReaperDead',
    series: { ...lastPass('a', '0x60'), ...lastPass('b', '0+60x60') },
    quiet: '30m',
  },
  { name: 'the metric does not exist', alert: 'ReaperDead', series: {}, fires: '2m' },
  { alert: 'ReaperLagging', series: lag('0x10 70x50'), quiet: '10m', fires: '12m' },
  {
    alert: 'ReaperCannotErase',
    series: { 'reaper_overdue_objects{service="usage",instance="a"}': '0x10 3x50' },
    quiet: '12m',
    fires: '14m',
  },
  {
    alert: 'ObjectsPastTheHour',
    series: {
      'reaper_erased_objects_total{service="usage",result="late",instance="a"}': '0x10 1x50',
      'reaper_erased_objects_total{service="usage",result="in_time",instance="a"}': '0+50x60',
    },
    quiet: '10m',
    fires: '12m',
  },
  {
    name: 'objects are not erased at all',
    alert: 'ObjectsPastTheHour',
    series: lag('100x10 130x50'),
    quiet: '10m',
    fires: '12m',
  },
];

/** When the alerts of retention.yaml fire, and when they do not. */
export const suite: AlertSuite = {
  // Seconds matter here.
  evaluationInterval: '15s',
  cases,
};
