import { board, EMPTY, panel, row, variable } from '../grafana.ts';

const queues = row(
  'Queues',
  panel({
    title: 'Jobs by lane',
    unit: 'short',
    description: 'Waiting, prioritized, delayed and running. Workers are scaled on these.',
    stack: true,
    queries: [['sum by (lane) (max by (lane, state) (queue_jobs{lane=~"$lane"}))', '{{lane}}']],
  }),
  panel({
    title: 'Jobs by state',
    unit: 'short',
    description:
      'Every job has a priority, so “waiting” stays 0; “delayed” were returned and are tried again.',
    stack: true,
    queries: [['sum by (state) (max by (lane, state) (queue_jobs{lane=~"$lane"}))', '{{state}}']],
  }),
  panel({
    title: 'Age of the oldest waiting job',
    unit: 's',
    description: 'By lane and plan. Pro should not pass 2 minutes, others not 15.',
    thresholds: [
      [120, 'orange'],
      [900, 'red'],
    ],
    empty: EMPTY.none,
    queries: [['max by (lane, plan) (queue_oldest_job_age_seconds{lane=~"$lane"}) > 0', '{{lane}} {{plan}}']],
  }),
  panel({
    title: 'Unfinished conversions',
    unit: 'short',
    description: 'Rows of the ledger that have not ended. More than jobs in Redis for long: jobs were lost.',
    stack: true,
    queries: [
      [
        'sum by (plan, status) (max by (lane, plan, status) (unfinished_conversions{lane=~"$lane"}))',
        '{{plan}} {{status}}',
      ],
    ],
  }),
  panel({
    title: 'Wait from acceptance to start, 95th percentile',
    unit: 's',
    description: 'By kind and plan.',
    queries: [
      [
        'histogram_quantile(0.95, sum by (kind, plan, le) (rate(conversion_wait_seconds_bucket[$__rate_interval])))',
        '{{kind}} {{plan}}',
      ],
    ],
  }),
  panel({
    title: 'Estimated wait',
    unit: 's',
    description: 'Jobs ahead × mean time ÷ live slots. From 240 s guests are asked to come back.',
    thresholds: [[240, 'red']],
    queries: [['max by (lane) (lane_estimated_wait_seconds{lane=~"$lane"})', '{{lane}}']],
  }),
  panel({
    title: 'Guests turned away',
    unit: 'reqps',
    description: '503 overloaded, by lane.',
    queries: [['sum by (lane) (rate(overload_refusals_total{lane=~"$lane"}[$__rate_interval]))', '{{lane}}']],
  }),
  panel({
    title: 'Sweep',
    unit: 'ops',
    description: 'What the sweep did: queued again, timed out, ended because the input was lost, failed.',
    stack: true,
    empty: EMPTY.none,
    queries: [
      [
        'sum by (lane, result) (rate(sweep_results_total{lane=~"$lane"}[$__rate_interval])) > 0',
        '{{lane}} {{result}}',
      ],
    ],
  }),
  panel({
    title: 'Time since the last sweep',
    unit: 's',
    description: 'One is due every 10 s; SweepDead fires from 120 s.',
    thresholds: [[120, 'red']],
    queries: [['time() - max(sweep_last_pass_timestamp_seconds)', 'last sweep']],
  }),
);

const workers = row(
  'Workers',
  panel({
    title: 'Live slots',
    unit: 'short',
    description: 'Conversions that all live workers can run at once, and those that they run.',
    queries: [
      ['max by (lane) (lane_slots_live{lane=~"$lane"})', '{{lane}} live'],
      ['sum by (lane) (worker_slots_busy{lane=~"$lane"})', '{{lane}} busy'],
    ],
  }),
  panel({
    title: 'Slots in use',
    unit: 'percentunit',
    description: 'Busy slots of those that the scraped workers have.',
    max: 1,
    queries: [
      [
        'sum by (lane) (worker_slots_busy{lane=~"$lane"}) / sum by (lane) (worker_slots{lane=~"$lane"})',
        '{{lane}}',
      ],
    ],
  }),
  panel({
    title: 'Attempts by outcome',
    unit: 'ops',
    description:
      '“returned”: a dependency was unreachable; “lost”: another worker or the user had taken the conversion.',
    stack: true,
    queries: [
      ['sum by (outcome) (rate(conversion_duration_seconds_count[$__rate_interval]))', '{{outcome}}'],
    ],
  }),
  panel({
    title: 'Parts of an attempt, 95th percentile',
    unit: 's',
    description: 'Fetch from the store, convert, store, settle with usage.',
    queries: [
      [
        'histogram_quantile(0.95, sum by (stage, le) (rate(attempt_stage_seconds_bucket[$__rate_interval])))',
        '{{stage}}',
      ],
    ],
  }),
  panel({
    title: 'Queue errors',
    unit: 'ops',
    description: 'Redis away, or a job’s lock lost to another worker.',
    queries: [['sum by (lane) (rate(queue_errors_total{lane=~"$lane"}[$__rate_interval]))', '{{lane}}']],
  }),
  panel({
    title: 'Disk left',
    unit: 'percentunit',
    description: 'The fullest of each service. Below 10 % a worker takes no job.',
    max: 1,
    base: 'red',
    thresholds: [[0.15, 'green']],
    queries: [['min by (service, volume) (disk_free_bytes / disk_size_bytes)', '{{service}} {{volume}}']],
  }),
  panel({
    title: 'Memory of Redis',
    unit: 'percentunit',
    description: 'It evicts nothing: full, it refuses every job. RedisMemoryHigh fires at 80 %.',
    max: 1,
    thresholds: [[0.8, 'red']],
    queries: [['max(redis_memory_used_bytes) / max(redis_memory_limit_bytes)', 'used']],
  }),
  panel({
    title: 'Redis',
    unit: 'short',
    description: 'Whether anybody reaches it, and connections.',
    queries: [
      ['filemill:redis_up:max', 'up'],
      ['max(redis_connected_clients)', 'connections'],
    ],
  }),
);

const engines = row(
  'Engines and the jail',
  panel({
    title: 'Time in engines',
    unit: 'short',
    description: 'Seconds of engine time a second: how many slots each engine keeps busy.',
    stack: true,
    queries: [['sum by (engine) (rate(engine_seconds_sum[$__rate_interval]))', '{{engine}}']],
  }),
  panel({
    title: 'One step, 95th percentile',
    unit: 's',
    description: 'By engine, finished steps.',
    queries: [
      [
        'histogram_quantile(0.95, sum by (engine, le) (rate(engine_seconds_bucket{outcome="ok"}[$__rate_interval])))',
        '{{engine}}',
      ],
    ],
  }),
  panel({
    title: 'Steps that failed',
    unit: 'percentunit',
    description: 'Of all steps of the engine; damaged files count too.',
    queries: [
      [
        'sum by (engine) (rate(engine_seconds_count{outcome="failed"}[$__rate_interval])) / sum by (engine) (rate(engine_seconds_count[$__rate_interval]))',
        '{{engine}}',
      ],
    ],
    empty: EMPTY.none,
  }),
  panel({
    title: 'Jailed processes',
    unit: 'ops',
    description: 'Started a second, by how: for one job, for several, or in advance.',
    stack: true,
    queries: [['sum by (mode) (rate(jail_starts_total[$__rate_interval]))', '{{mode}}']],
  }),
  panel({
    title: 'Killed in the jail',
    unit: 'ops',
    description: 'By the limit that was reached; “stopped” by us because the conversion was over.',
    stack: true,
    queries: [['sum by (reason) (rate(jail_kills_total[$__rate_interval]))', '{{reason}}']],
  }),
  panel({
    title: 'Run time by kind, 95th percentile',
    unit: 's',
    description: 'The attempt that ended a conversion: fetch, engines, store.',
    queries: [
      [
        'histogram_quantile(0.95, sum by (kind, le) (rate(conversion_run_seconds_bucket[$__rate_interval])))',
        '{{kind}}',
      ],
    ],
  }),
  panel({
    title: 'Pairs of kinds',
    unit: 'ops',
    description: 'Conversions that ended, by the kinds of input and output.',
    width: 12,
    queries: [['sum by (from, to) (rate(conversion_pairs_total[$__rate_interval]))', '{{from}} → {{to}}']],
  }),
  panel({
    title: 'Failures by code',
    unit: 'ops',
    description: 'By the kind of input.',
    width: 12,
    stack: true,
    empty: EMPTY.none,
    queries: [
      [
        'sum by (from, code) (rate(conversion_pairs_total{outcome="failed"}[$__rate_interval]))',
        '{{from}} {{code}}',
      ],
    ],
  }),
);

/** From the queue into the engines. */
export const dashboard = board({
  uid: 'filemill-queues',
  title: 'Queues and workers',
  description: 'What waits, who works on it, and how the engines do.',
  variables: [variable('lane', 'queue_jobs')],
  rows: [queues, workers, engines],
});
