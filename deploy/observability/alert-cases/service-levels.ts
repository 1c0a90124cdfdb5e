import type { AlertCase, AlertSuite, Series } from '../promtool.ts';

/** Good and bad answers; from the second hour on, this percentage is bad. The others below are built alike. */
const answers = (percent: number): Series => ({
  'http_availability_total{service="gateway",result="good",instance="a"}': `0+${60_000 - 600 * percent}x6000`,
  'http_availability_total{service="gateway",result="bad",instance="a"}': `0x120 0+${600 * percent}x6000`,
});
const images = (percent: number): Series => ({
  'conversion_end_to_end_seconds_count{service="usage",kind="image",plan="free",outcome="completed",instance="a"}':
    '0+100x6000',
  'conversion_end_to_end_seconds_bucket{service="usage",kind="image",plan="free",outcome="completed",le="10",instance="a"}': `0+100x120 12000+${100 - percent}x6000`,
});
const webhooks = (percent: number, perMinute = 100): Series => ({
  'stripe_event_processing_seconds_count{service="billing",instance="a"}': `0+${perMinute}x6000`,
  'stripe_event_processing_seconds_bucket{service="billing",le="60",instance="a"}': `0+${perMinute}x120 ${
    perMinute * 120
  }+${(perMinute * (100 - percent)) / 100}x6000`,
});
const lanes = (lane: string, percent: number): Series => ({
  [`conversions_in_lane_time_total{service="usage",lane="${lane}",result="within",instance="a"}`]: `0+${100 - percent}x6000`,
  [`conversions_in_lane_time_total{service="usage",lane="${lane}",result="late",instance="a"}`]: `0x120 0+${percent}x6000`,
});
const burn = (window: string, slo: string): Pick<AlertCase, 'alert' | 'labels'> => ({
  alert: 'SloErrorBudgetBurn',
  labels: { window, slo },
});

const cases: readonly AlertCase[] = [
  { ...burn('1h', 'availability'), series: answers(2), quiet: '120m', fires: '195m' },
  { ...burn('6h', 'availability'), series: answers(1), quiet: '120m', fires: '600m' },
  { ...burn('1d', 'availability'), series: answers(0.4), quiet: '120m', fires: '2010m' },
  { ...burn('3d', 'availability'), series: answers(0.15), quiet: '120m', fires: '4410m' },
  { name: 'a slow burn does not page', ...burn('1h', 'availability'), series: answers(1), quiet: '600m' },
  {
    name: 'a burn that opens a ticket does not page',
    ...burn('6h', 'availability'),
    series: answers(0.4),
    quiet: '2010m',
  },
  { name: 'a burn within the budget', ...burn('3d', 'availability'), series: answers(0.05), quiet: '4410m' },
  { ...burn('1h', 'image_latency'), series: images(80), quiet: '120m', fires: '195m' },
  { name: 'half of the images are late', ...burn('1h', 'image_latency'), series: images(50), quiet: '240m' },
  { ...burn('1h', 'webhook_lag'), series: webhooks(20), quiet: '120m', fires: '195m' },
  {
    name: 'one late webhook in a quiet hour does not page',
    ...burn('1h', 'webhook_lag'),
    series: webhooks(100, 0.06),
    quiet: '180m',
  },
  {
    name: 'late jobs of a small lane count although all images are in time',
    ...burn('1h', 'lane_time'),
    series: { ...lanes('image', 0), ...lanes('font', 20) },
    quiet: '120m',
    fires: '195m',
  },
];

/** When budgets burn, and when they do not. Times are minutes; the bad events begin at 120m. */
export const suite: AlertSuite = {
  // Windows of days need no finer steps.
  evaluationInterval: '15m',
  cases,
};
