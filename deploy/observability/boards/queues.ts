import { board, EMPTY, row, variable } from '../grafana.ts';
import { maxBy, minBy, p95By, rateBy, sumBy, withLegend } from '../queries.ts';

const queues = row(
  'Queues',
  {
    title: 'Jobs by lane',
    unit: 'short',
    description: 'Waiting, prioritized, delayed and running jobs. Workers scale by this number.',
    stack: true,
    queries: [['sum by (lane) (max by (lane, state) (queue_jobs{lane=~"$lane"}))', '{{lane}}']],
  },
  {
    title: 'Jobs by state',
    unit: 'short',
    description:
      'Every job has a priority, so “waiting” stays 0; “delayed” jobs were returned and are tried again.',
    stack: true,
    queries: [['sum by (state) (max by (lane, state) (queue_jobs{lane=~"$lane"}))', '{{state}}']],
  },
  {
    title: 'Age of the oldest waiting job',
    unit: 's',
    description: 'By lane and plan. Pro should stay below 2 minutes, others below 15.',
    thresholds: [
      [120, 'orange'],
      [900, 'red'],
    ],
    empty: EMPTY.none,
    queries: [['max by (lane, plan) (queue_oldest_job_age_seconds{lane=~"$lane"}) > 0', '{{lane}} {{plan}}']],
  },
  {
    title: 'Unfinished conversions',
    unit: 'short',
    description:
      'Rows of the ledger that have not ended. If they exceed the jobs in Redis for long, jobs were lost.',
    stack: true,
    queries: [
      [
        'sum by (plan, status) (max by (lane, plan, status) (unfinished_conversions{lane=~"$lane"}))',
        '{{plan}} {{status}}',
      ],
    ],
  },
  {
    title: 'Wait from acceptance to start, 95th percentile',
    unit: 's',
    description: 'By kind and plan.',
    queries: [p95By('kind, plan', 'conversion_wait_seconds')],
  },
  {
    title: 'Estimated wait',
    unit: 's',
    description: 'Jobs ahead × mean time ÷ live slots. From 240 s on guests are refused.',
    thresholds: [[240, 'red']],
    queries: [maxBy('lane', 'lane_estimated_wait_seconds{lane=~"$lane"}')],
  },
  {
    title: 'Refused guests',
    unit: 'reqps',
    description: '503 overloaded, by lane.',
    queries: [rateBy('lane', 'overload_refusals_total{lane=~"$lane"}')],
  },
  {
    title: 'Sweep',
    unit: 'ops',
    description: 'Results of the sweep: queued again, timed out, ended because the input was lost, failed.',
    stack: true,
    empty: EMPTY.none,
    queries: [
      [
        'sum by (lane, result) (rate(sweep_results_total{lane=~"$lane"}[$__rate_interval])) > 0',
        '{{lane}} {{result}}',
      ],
    ],
  },
  {
    title: 'Time since the last sweep',
    unit: 's',
    description: 'One is due every 10 s; SweepDead fires from 120 s.',
    thresholds: [[120, 'red']],
    queries: [['time() - max(sweep_last_pass_timestamp_seconds)', 'last sweep']],
  },
);

const workers = row(
  'Workers',
  {
    title: 'Live slots',
    unit: 'short',
    description: 'Conversions that all live workers can run at once, and running ones.',
    queries: [
      withLegend('{{lane}} live', maxBy('lane', 'lane_slots_live{lane=~"$lane"}')),
      withLegend('{{lane}} busy', sumBy('lane', 'worker_slots_busy{lane=~"$lane"}')),
    ],
  },
  {
    title: 'Slots in use',
    unit: 'percentunit',
    description: 'Busy slots as a share of the slots of the scraped workers.',
    max: 1,
    queries: [
      [
        'sum by (lane) (worker_slots_busy{lane=~"$lane"}) / sum by (lane) (worker_slots{lane=~"$lane"})',
        '{{lane}}',
      ],
    ],
  },
  {
    title: 'Attempts by outcome',
    unit: 'ops',
    description:
      '“returned”: a dependency was unreachable; “lost”: another worker or the user had taken the conversion.',
    stack: true,
    queries: [rateBy('outcome', 'conversion_duration_seconds_count')],
  },
  {
    title: 'Parts of an attempt, 95th percentile',
    unit: 's',
    description: 'Fetch from the store, convert, store, settle with usage.',
    queries: [p95By('stage', 'attempt_stage_seconds')],
  },
  {
    title: 'Queue errors',
    unit: 'ops',
    description: 'Redis was unreachable, or a job’s lock was lost to another worker.',
    queries: [rateBy('lane', 'queue_errors_total{lane=~"$lane"}')],
  },
  {
    title: 'Free disk space',
    unit: 'percentunit',
    description: 'Of the fullest disk of each service. Below 10 % a worker takes no job.',
    max: 1,
    base: 'red',
    thresholds: [[0.15, 'green']],
    queries: [minBy('service, volume', 'disk_free_bytes / disk_size_bytes')],
  },
  {
    title: 'Memory of Redis',
    unit: 'percentunit',
    description:
      'Redis evicts nothing: when it is full, it refuses every job. RedisMemoryHigh fires at 80 %.',
    max: 1,
    thresholds: [[0.8, 'red']],
    queries: [['max(redis_memory_used_bytes) / max(redis_memory_limit_bytes)', 'used']],
  },
  {
    title: 'Redis',
    unit: 'short',
    description: 'Whether any process reaches it, and the number of connections.',
    queries: [
      ['filemill:redis_up:max', 'up'],
      ['max(redis_connected_clients)', 'connections'],
    ],
  },
);

const engines = row(
  'Engines and the jail',
  {
    title: 'Time in engines',
    unit: 'short',
    description: 'Seconds of engine time per second: the number of slots that each engine uses.',
    stack: true,
    queries: [rateBy('engine', 'engine_seconds_sum')],
  },
  {
    title: 'Duration of a step, 95th percentile',
    unit: 's',
    description: 'By engine, finished steps.',
    queries: [p95By('engine', 'engine_seconds', '{outcome="ok"}')],
  },
  {
    title: 'Failed steps',
    unit: 'percentunit',
    description: 'Share of all steps of the engine; damaged files count too.',
    queries: [
      [
        'sum by (engine) (rate(engine_seconds_count{outcome="failed"}[$__rate_interval])) / sum by (engine) (rate(engine_seconds_count[$__rate_interval]))',
        '{{engine}}',
      ],
    ],
    empty: EMPTY.none,
  },
  {
    title: 'Jailed processes',
    unit: 'ops',
    description: 'Started per second, by mode: for one job, for several, or in advance.',
    stack: true,
    queries: [rateBy('mode', 'jail_starts_total')],
  },
  {
    title: 'Killed in the jail',
    unit: 'ops',
    description: 'By the limit that was reached; “stopped”: by the worker, because the conversion had ended.',
    stack: true,
    queries: [rateBy('reason', 'jail_kills_total')],
  },
  {
    title: 'Duration of the last attempt by kind, 95th percentile',
    unit: 's',
    description: 'The attempt that ended a conversion: fetch, convert, store.',
    queries: [p95By('kind', 'conversion_run_seconds')],
  },
  {
    title: 'Pairs of kinds',
    unit: 'ops',
    description: 'Ended conversions, by kind of input and output.',
    width: 12,
    queries: [withLegend('{{from}} → {{to}}', rateBy('from, to', 'conversion_pairs_total'))],
  },
  {
    title: 'Failures by code',
    unit: 'ops',
    description: 'By kind of input.',
    width: 12,
    stack: true,
    empty: EMPTY.none,
    queries: [rateBy('from, code', 'conversion_pairs_total{outcome="failed"}')],
  },
);

/** Queues, workers and engines. */
export const dashboard = board({
  uid: 'filemill-queues',
  title: 'Queues and workers',
  description: 'Waiting jobs, workers, and the state of the engines.',
  variables: [variable('lane', 'queue_jobs')],
  rows: [queues, workers, engines],
});
