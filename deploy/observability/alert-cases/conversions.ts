import type { AlertCase, AlertSuite, Series } from '../promtool.ts';

const redis = (values: string): Series => ({
  'dependency_up{service="usage",dependency="redis",instance="a"}': values,
});
const kills = (values: string): Series => ({
  'jail_kills_total{service="worker-image",reason="memory",instance="a"}': values,
});
const pairs = (outcome: string, code: string, values: string): Series => ({
  [`conversion_pairs_total{service="usage",from="font",to="font",outcome="${outcome}",code="${code}",instance="a"}`]:
    values,
});

const cases: readonly AlertCase[] = [
  {
    alert: 'ConversionsWithoutEnd',
    series: {
      'overdue_conversions{service="usage",lane="video",instance="a"}': '0x10 1x50',
      'overdue_conversions{service="usage",lane="image",instance="a"}': '0x60',
    },
    quiet: '12m',
    fires: '14m',
  },
  {
    alert: 'SweepDead',
    // A sweep every minute until the tenth.
    series: {
      ...redis('1x60'),
      'sweep_last_pass_timestamp_seconds{service="usage",instance="a"}': '0+60x10 600x50',
    },
    quiet: '12m',
    fires: '14m',
  },
  {
    name: 'the newest of all instances counts',
    alert: 'SweepDead',
    series: {
      'sweep_last_pass_timestamp_seconds{service="usage",instance="a"}': '0x60',
      'sweep_last_pass_timestamp_seconds{service="usage",instance="b"}': '0+60x60',
    },
    quiet: '30m',
  },
  { name: 'the metric does not exist', alert: 'SweepDead', series: redis('1x60'), fires: '2m' },
  {
    name: 'does not fire without Redis, because nothing can be swept',
    alert: 'SweepDead',
    series: {
      ...redis('1x8 0x50'),
      'sweep_last_pass_timestamp_seconds{service="usage",instance="a"}': '0+60x10 600x50',
    },
    quiet: '40m',
  },
  {
    alert: 'SweepRequeuesMany',
    series: {
      'sweep_results_total{service="usage",lane="audio",result="requeued",instance="a"}': '0x20 0+3x40',
    },
    quiet: '24m',
    fires: '32m',
  },
  {
    name: 'the sweep queues many jobs again after Redis was lost, as it must',
    alert: 'SweepRequeuesMany',
    series: {
      ...redis('1x15 0x3 1x50'),
      'sweep_results_total{service="usage",lane="audio",result="requeued",instance="a"}': '0x20 0+3x40',
    },
    quiet: '32m',
  },
  {
    alert: 'QueueAgeHigh',
    series: {
      'queue_oldest_job_age_seconds{service="usage",lane="image",plan="pro",instance="a"}': '100x10 130x50',
      'queue_oldest_job_age_seconds{service="usage",lane="image",plan="guest",instance="a"}': '600x60',
    },
    quiet: '15m',
    fires: '17m',
  },
  {
    name: 'guests may wait longer, but not without limit',
    alert: 'QueueAgeHigh',
    series: {
      'queue_oldest_job_age_seconds{service="usage",lane="image",plan="guest",instance="a"}': '800x10 950x50',
    },
    quiet: '15m',
    fires: '17m',
  },
  {
    name: 'no lane moves without Redis',
    alert: 'QueueAgeHigh',
    series: {
      ...redis('1x10 0x30 1x30'),
      'queue_oldest_job_age_seconds{service="usage",lane="image",plan="pro",instance="a"}': '100x10 1300x60',
    },
    quiet: '42m',
    fires: '55m',
  },
  {
    alert: 'WorkersMissing',
    series: {
      'queue_jobs{service="usage",lane="font",state="prioritized",instance="a"}': '0x10 5x50',
      'queue_jobs{service="usage",lane="font",state="prioritized",instance="b"}': '0x10 5x50',
      'lane_slots_live{service="usage",lane="font",instance="a"}': '2x5 0x55',
    },
    quiet: '13m',
    fires: '15m',
  },
  {
    name: 'a lane without any metrics',
    alert: 'WorkersMissing',
    series: { 'queue_jobs{service="usage",lane="font",state="prioritized",instance="a"}': '0x10 5x50' },
    quiet: '13m',
    fires: '15m',
  },
  {
    name: 'an unused lane may be scaled to zero',
    alert: 'WorkersMissing',
    series: {
      'queue_jobs{service="usage",lane="font",state="prioritized",instance="a"}': '0x60',
      'lane_slots_live{service="usage",lane="font",instance="a"}': '0x60',
    },
    quiet: '30m',
  },
  {
    name: 'workers are not missing when Redis is',
    alert: 'WorkersMissing',
    series: {
      ...redis('1x10 0x50'),
      'queue_jobs{service="usage",lane="font",state="prioritized",instance="a"}': '5x60',
      'lane_slots_live{service="usage",lane="font",instance="a"}': '2x10 0x50',
    },
    quiet: '40m',
  },
  {
    alert: 'GuestsTurnedAway',
    series: { 'overload_refusals_total{service="usage",lane="image",instance="a"}': '0x20 0+60x40' },
    quiet: '28m',
    fires: '33m',
  },
  { alert: 'JailKillsSpike', series: kills('0+0.1x120 12+4x60'), quiet: '120m', fires: '130m' },
  { name: 'a steady rate is not a spike', alert: 'JailKillsSpike', series: kills('0+4x400'), quiet: '360m' },
  {
    alert: 'EngineFailuresHigh',
    series: { ...pairs('completed', 'none', '0+10x120'), ...pairs('failed', 'engine_failed', '0x40 0+6x80') },
    quiet: '48m',
    fires: '80m',
  },
  {
    name: 'damaged files are not failures of engines',
    alert: 'EngineFailuresHigh',
    series: { ...pairs('completed', 'none', '0+10x120'), ...pairs('failed', 'file_corrupt', '0+20x120') },
    quiet: '80m',
  },
  {
    alert: 'AttemptsLost',
    series: {
      'conversion_duration_seconds_count{service="worker-image",engine="sharp",output_format="webp",outcome="lost",instance="a"}':
        '0x20 0+1x60',
    },
    quiet: '25m',
    fires: '40m',
  },
];

/** When the alerts of conversions.yaml fire, and when they do not; above all, not while Redis is down. */
export const suite: AlertSuite = {
  evaluationInterval: '1m',
  // It records whether Redis is reachable.
  needs: ['platform'],
  cases,
};
