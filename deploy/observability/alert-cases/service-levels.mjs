/**
 * Two counters of which the second, the bad events, begins at the second hour.
 *
 * @param {number} percent - of all events that are bad from then on
 */
const answers = (percent) => ({
  'http_availability_total{service="gateway",result="good",instance="a"}': `0+${60_000 - 600 * percent}x6000`,
  'http_availability_total{service="gateway",result="bad",instance="a"}': `0x120 0+${600 * percent}x6000`,
});
const images = (percent) => ({
  'conversion_end_to_end_seconds_count{service="usage",kind="image",plan="free",outcome="completed",instance="a"}':
    '0+100x6000',
  'conversion_end_to_end_seconds_bucket{service="usage",kind="image",plan="free",outcome="completed",le="10",instance="a"}': `0+100x120 12000+${100 - percent}x6000`,
});
const webhooks = (percent, perMinute = 100) => ({
  'stripe_event_processing_seconds_count{service="billing",instance="a"}': `0+${perMinute}x6000`,
  'stripe_event_processing_seconds_bucket{service="billing",le="60",instance="a"}': `0+${perMinute}x120 ${
    perMinute * 120
  }+${(perMinute * (100 - percent)) / 100}x6000`,
});
const lanes = (lane, percent) => ({
  [`conversions_in_lane_time_total{service="usage",lane="${lane}",result="within",instance="a"}`]: `0+${100 - percent}x6000`,
  [`conversions_in_lane_time_total{service="usage",lane="${lane}",result="late",instance="a"}`]: `0x120 0+${percent}x6000`,
});
const burn = (window, slo) => ({ alert: 'SloErrorBudgetBurn', labels: { window, slo } });

/** How often the rules are evaluated: windows of days need no finer steps. */
export const evaluationInterval = '15m';

/** When budgets burn, and when they do not. Times are minutes; the bad events begin at 120m. */
export const cases = [
  { ...burn('1h', 'availability'), series: answers(2), quiet: '120m', fires: '195m' },
  { ...burn('6h', 'availability'), series: answers(1), quiet: '120m', fires: '600m' },
  { ...burn('1d', 'availability'), series: answers(0.4), quiet: '120m', fires: '2010m' },
  { ...burn('3d', 'availability'), series: answers(0.15), quiet: '120m', fires: '4410m' },
  { name: 'a slow burn pages nobody', ...burn('1h', 'availability'), series: answers(1), quiet: '600m' },
  { name: 'a ticket pages nobody', ...burn('6h', 'availability'), series: answers(0.4), quiet: '2010m' },
  { name: 'what the budget allows', ...burn('3d', 'availability'), series: answers(0.05), quiet: '4410m' },
  { ...burn('1h', 'image_latency'), series: images(80), quiet: '120m', fires: '195m' },
  { name: 'half of the images late', ...burn('1h', 'image_latency'), series: images(50), quiet: '240m' },
  { ...burn('1h', 'webhook_lag'), series: webhooks(20), quiet: '120m', fires: '195m' },
  {
    name: 'one late webhook in a quiet hour wakes nobody',
    ...burn('1h', 'webhook_lag'),
    series: webhooks(100, 0.06),
    quiet: '180m',
  },
  {
    name: 'a small lane does not hide behind the pictures',
    ...burn('1h', 'lane_time'),
    series: { ...lanes('image', 0), ...lanes('font', 20) },
    quiet: '120m',
    fires: '195m',
  },
];
