import { board, EMPTY, panel, row, variable } from '../grafana.ts';
import { maxBy, minBy, p95By, rateBy, sumBy, withLegend } from '../queries.ts';

const queues = row(
  'Queues',
  panel(
    'Jobs by lane',
    'short',
    'Waiting, prioritized, delayed and running jobs. Workers scale by this number.',
    [['sum by (lane) (max by (lane, state) (queue_jobs{lane=~"$lane"}))', '{{lane}}']],
    { stack: true },
  ),
  panel(
    'Jobs by state',
    'short',
    'Every job has a priority, so “waiting” stays 0; “delayed” jobs were returned and are tried again.',
    [['sum by (state) (max by (lane, state) (queue_jobs{lane=~"$lane"}))', '{{state}}']],
    { stack: true },
  ),
  panel(
    'Age of the oldest waiting job',
    's',
    'By lane and plan. Pro should stay below 2 minutes, others below 15.',
    [['max by (lane, plan) (queue_oldest_job_age_seconds{lane=~"$lane"}) > 0', '{{lane}} {{plan}}']],
    {
      thresholds: [
        [120, 'orange'],
        [900, 'red'],
      ],
      empty: EMPTY.none,
    },
  ),
  panel(
    'Unfinished conversions',
    'short',
    'Rows of the ledger that have not ended. If they exceed the jobs in Redis for long, jobs were lost.',
    [
      [
        'sum by (plan, status) (max by (lane, plan, status) (unfinished_conversions{lane=~"$lane"}))',
        '{{plan}} {{status}}',
      ],
    ],
    { stack: true },
  ),
  panel('Wait from acceptance to start, 95th percentile', 's', 'By kind and plan.', [
    p95By('kind, plan', 'conversion_wait_seconds'),
  ]),
  panel(
    'Estimated wait',
    's',
    'Jobs ahead × mean time ÷ live slots. From 240 s on guests are refused.',
    [maxBy('lane', 'lane_estimated_wait_seconds{lane=~"$lane"}')],
    { thresholds: [[240, 'red']] },
  ),
  panel('Refused guests', 'reqps', '503 overloaded, by lane.', [
    rateBy('lane', 'overload_refusals_total{lane=~"$lane"}'),
  ]),
  panel(
    'Sweep',
    'ops',
    'Results of the sweep: queued again, timed out, ended because the input was lost, failed.',
    [
      [
        'sum by (lane, result) (rate(sweep_results_total{lane=~"$lane"}[$__rate_interval])) > 0',
        '{{lane}} {{result}}',
      ],
    ],
    { stack: true, empty: EMPTY.none },
  ),
  panel(
    'Time since the last sweep',
    's',
    'One is due every 10 s; SweepDead fires from 120 s.',
    [['time() - max(sweep_last_pass_timestamp_seconds)', 'last sweep']],
    { thresholds: [[120, 'red']] },
  ),
);

const workers = row(
  'Workers',
  panel('Live slots', 'short', 'Conversions that all live workers can run at once, and running ones.', [
    withLegend('{{lane}} live', maxBy('lane', 'lane_slots_live{lane=~"$lane"}')),
    withLegend('{{lane}} busy', sumBy('lane', 'worker_slots_busy{lane=~"$lane"}')),
  ]),
  panel(
    'Slots in use',
    'percentunit',
    'Busy slots as a share of the slots of the scraped workers.',
    [
      [
        'sum by (lane) (worker_slots_busy{lane=~"$lane"}) / sum by (lane) (worker_slots{lane=~"$lane"})',
        '{{lane}}',
      ],
    ],
    { max: 1 },
  ),
  panel(
    'Attempts by outcome',
    'ops',
    '“returned”: a dependency was unreachable; “lost”: another worker or the user had taken the conversion.',
    [rateBy('outcome', 'conversion_duration_seconds_count')],
    { stack: true },
  ),
  panel(
    'Parts of an attempt, 95th percentile',
    's',
    'Fetch from the store, convert, store, settle with usage.',
    [p95By('stage', 'attempt_stage_seconds')],
  ),
  panel('Queue errors', 'ops', 'Redis was unreachable, or a job’s lock was lost to another worker.', [
    rateBy('lane', 'queue_errors_total{lane=~"$lane"}'),
  ]),
  panel(
    'Free disk space',
    'percentunit',
    'Of the fullest disk of each service. Below 10 % a worker takes no job.',
    [minBy('service, volume', 'disk_free_bytes / disk_size_bytes')],
    { max: 1, base: 'red', thresholds: [[0.15, 'green']] },
  ),
  panel(
    'Memory of Redis',
    'percentunit',
    'Redis evicts nothing: when it is full, it refuses every job. RedisMemoryHigh fires at 80 %.',
    [['max(redis_memory_used_bytes) / max(redis_memory_limit_bytes)', 'used']],
    { max: 1, thresholds: [[0.8, 'red']] },
  ),
  panel('Redis', 'short', 'Whether any process reaches it, and the number of connections.', [
    ['filemill:redis_up:max', 'up'],
    ['max(redis_connected_clients)', 'connections'],
  ]),
);

const engines = row(
  'Engines and the jail',
  panel(
    'Time in engines',
    'short',
    'Seconds of engine time per second: the number of slots that each engine uses.',
    [rateBy('engine', 'engine_seconds_sum')],
    { stack: true },
  ),
  panel('Duration of a step, 95th percentile', 's', 'By engine, finished steps.', [
    p95By('engine', 'engine_seconds', '{outcome="ok"}'),
  ]),
  panel(
    'Failed steps',
    'percentunit',
    'Share of all steps of the engine; damaged files count too.',
    [
      [
        'sum by (engine) (rate(engine_seconds_count{outcome="failed"}[$__rate_interval])) / sum by (engine) (rate(engine_seconds_count[$__rate_interval]))',
        '{{engine}}',
      ],
    ],
    { empty: EMPTY.none },
  ),
  panel(
    'Jailed processes',
    'ops',
    'Started per second, by mode: for one job, for several, or in advance.',
    [rateBy('mode', 'jail_starts_total')],
    { stack: true },
  ),
  panel(
    'Killed in the jail',
    'ops',
    'By the limit that was reached; “stopped”: by the worker, because the conversion had ended.',
    [rateBy('reason', 'jail_kills_total')],
    { stack: true },
  ),
  panel(
    'Duration of the last attempt by kind, 95th percentile',
    's',
    'The attempt that ended a conversion: fetch, convert, store.',
    [p95By('kind', 'conversion_run_seconds')],
  ),
  panel(
    'Pairs of kinds',
    'ops',
    'Ended conversions, by kind of input and output.',
    [withLegend('{{from}} → {{to}}', rateBy('from, to', 'conversion_pairs_total'))],
    { width: 12 },
  ),
  panel(
    'Failures by code',
    'ops',
    'By kind of input.',
    [rateBy('from, code', 'conversion_pairs_total{outcome="failed"}')],
    { width: 12, stack: true, empty: EMPTY.none },
  ),
);

/** Queues, workers and engines. */
export const dashboard = board({
  uid: 'filemill-queues',
  title: 'Queues and workers',
  description: 'Waiting jobs, workers, and the state of the engines.',
  variables: [variable('lane', 'queue_jobs')],
  rows: [queues, workers, engines],
});
