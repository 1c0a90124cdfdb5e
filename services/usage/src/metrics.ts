import { publicCode } from '@filemill/errors';
import { registry } from '@filemill/formats';
import { RUNTIME, type Runtime, SharedFigures, startCounterAtZero } from '@filemill/platform';
import { LANES, type Lane } from '@filemill/product';
import { Inject, Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { Conversion, Ending } from './conversions/conversion.entity.js';
import { LANE_TIME_SECONDS } from './conversions/lifetime.js';

const SWEEP_RESULTS = ['requeued', 'timed_out', 'input_lost', 'failed'] as const;
/** What the sweep did with one unfinished conversion. */
type SweepResult = (typeof SWEEP_RESULTS)[number];

const POSTPONE_REASONS = ['attempt_alive', 'moved_to_end', 'owner_at_work'] as const;
/** Why a claim was postponed: neither granted nor refused. */
export type PostponeReason = (typeof POSTPONE_REASONS)[number];

/** In seconds. 10 s is the goal of image jobs; the last bucket is the maximum duration of a conversion. */
const END_TO_END_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3_000];

/** Every metric of this service. Labels come from closed sets: categories, plans, lanes and codes. */
@Injectable()
export class UsageMetrics {
  readonly reservations: Counter<'kind' | 'plan'>;
  readonly quotaRefusals: Counter<'plan' | 'category'>;
  readonly overloadRefusals: Counter<'lane'>;
  private readonly conversions: Counter<'kind' | 'plan' | 'outcome' | 'code'>;
  private readonly pairs: Counter<'from' | 'to' | 'outcome' | 'code'>;
  private readonly bytes: Counter<'kind' | 'direction'>;
  private readonly waitSeconds: Histogram<'kind' | 'plan'>;
  private readonly runSeconds: Histogram<'kind' | 'plan'>;
  private readonly endToEndSeconds: Histogram<'kind' | 'plan' | 'outcome'>;
  private readonly inLaneTime: Counter<'lane' | 'result'>;
  readonly claimsPostponed: Counter<'lane' | 'reason'>;
  private readonly sweepResults: Counter<'lane' | 'result'>;
  readonly sweepLastPass: Gauge;
  readonly reaperLagSeconds: Gauge;
  readonly reaperOverdueObjects: Gauge;
  readonly reaperErased: Counter<'result'>;
  readonly reaperLastPass: Gauge;
  readonly shared: SharedFigures;
  readonly queueJobs: Gauge;
  readonly unfinished: Gauge;
  readonly oldestJobAgeSeconds: Gauge;
  readonly overdue: Gauge;
  readonly slotsLive: Gauge;
  readonly laneWaitSeconds: Gauge;
  readonly redisMemoryUsed: Gauge;
  readonly redisMemoryLimit: Gauge;
  readonly redisClients: Gauge;
  readonly postgresConnections: Gauge;
  readonly postgresConnectionsLimit: Gauge;

  constructor(@Inject(RUNTIME) runtime: Runtime) {
    const registers = [runtime.ops.registry];
    this.reservations = new Counter({
      name: 'reservations_total',
      help: 'Accepted conversions, each of which reserved one unit of its owner’s allowance',
      labelNames: ['kind', 'plan'],
      registers,
    });
    this.quotaRefusals = new Counter({
      name: 'quota_refusals_total',
      help: 'Uploads and conversions refused by a limit of the plan; "unfinished" is the limit on simultaneous ones',
      labelNames: ['plan', 'category'],
      registers,
    });
    this.overloadRefusals = new Counter({
      name: 'overload_refusals_total',
      help: 'Guests refused because the estimated wait of a lane was too long',
      labelNames: ['lane'],
      registers,
    });
    this.conversions = new Counter({
      name: 'conversions_total',
      help: 'Conversions that ended, by outcome (completed, failed, cancelled) and error code',
      labelNames: ['kind', 'plan', 'outcome', 'code'],
      registers,
    });
    this.pairs = new Counter({
      name: 'conversion_pairs_total',
      help: 'Conversions that ended, by the categories of input and output',
      labelNames: ['from', 'to', 'outcome', 'code'],
      registers,
    });
    this.bytes = new Counter({
      name: 'conversion_bytes_total',
      help: 'Input bytes of ended conversions and output bytes of completed ones',
      labelNames: ['kind', 'direction'],
      registers,
    });
    this.waitSeconds = new Histogram({
      name: 'conversion_wait_seconds',
      help: 'Time from acceptance to the first attempt',
      labelNames: ['kind', 'plan'],
      buckets: [0.01, 0.05, 0.2, 1, 5, 15, 60, 240, 900],
      registers,
    });
    this.runSeconds = new Histogram({
      name: 'conversion_run_seconds',
      help: 'Duration of the attempt that ended a conversion',
      labelNames: ['kind', 'plan'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 1_200, 3_000],
      registers,
    });
    this.endToEndSeconds = new Histogram({
      name: 'conversion_end_to_end_seconds',
      help: 'Time from acceptance to the end of a conversion',
      labelNames: ['kind', 'plan', 'outcome'],
      buckets: END_TO_END_BUCKETS,
      registers,
    });
    this.inLaneTime = new Counter({
      name: 'conversions_in_lane_time_total',
      help: 'Completed and failed conversions, by whether they ended within the target time of their lane',
      labelNames: ['lane', 'result'],
      registers,
    });
    this.claimsPostponed = new Counter({
      name: 'claims_put_off_total',
      help: 'Claims that were postponed, by reason',
      labelNames: ['lane', 'reason'],
      registers,
    });
    this.sweepResults = new Counter({
      name: 'sweep_results_total',
      help: 'Unfinished conversions without a live job or after their deadline, by what the sweep did',
      labelNames: ['lane', 'result'],
      registers,
    });
    this.sweepLastPass = new Gauge({
      name: 'sweep_last_pass_timestamp_seconds',
      help: 'When this instance last swept; the newest of all instances must be recent',
      registers,
    });
    this.reaperLagSeconds = new Gauge({
      name: 'reaper_lag_seconds',
      help: 'Time since the oldest objects that are still stored were due, after the last pass',
      registers,
    });
    this.reaperOverdueObjects = new Gauge({
      name: 'reaper_overdue_objects',
      help: 'Objects that the last pass could not erase although they were due',
      registers,
    });
    this.reaperErased = new Counter({
      name: 'reaper_erased_objects_total',
      help: 'Objects that the reaper erased, by whether that was within the hour of their upload',
      labelNames: ['result'],
      registers,
    });
    this.reaperLastPass = new Gauge({
      name: 'reaper_last_pass_timestamp_seconds',
      help: 'When this instance last checked the whole store; the newest of all instances must be recent',
      registers,
    });
    this.shared = new SharedFigures(runtime);
    this.queueJobs = this.shared.gauge('queue_jobs', 'Jobs in Redis', ['lane', 'state']);
    this.unfinished = this.shared.gauge('unfinished_conversions', 'Unfinished rows of the ledger', [
      ...['lane', 'plan', 'status'],
    ]);
    this.oldestJobAgeSeconds = this.shared.gauge(
      'queue_oldest_job_age_seconds',
      'Age of the oldest waiting conversion; 0 if none waits',
      ['lane', 'plan'],
    );
    this.overdue = this.shared.gauge('overdue_conversions', 'Unfinished conversions past their deadline', [
      'lane',
    ]);
    this.slotsLive = this.shared.gauge(
      'lane_slots_live',
      'Conversions that all live workers can run at once',
      ['lane'],
    );
    this.laneWaitSeconds = this.shared.gauge(
      'lane_estimated_wait_seconds',
      'Waiting jobs times mean run time, divided by live slots',
      ['lane'],
    );
    this.redisMemoryUsed = this.shared.gauge('redis_memory_used_bytes', 'Memory that Redis uses');
    this.redisMemoryLimit = this.shared.gauge('redis_memory_limit_bytes', 'Memory that Redis may use');
    this.redisClients = this.shared.gauge('redis_connected_clients', 'Connections to Redis');
    this.postgresConnections = this.shared.gauge(
      'postgres_connections',
      'Connections to Postgres from all clients',
    );
    this.postgresConnectionsLimit = this.shared.gauge(
      'postgres_connections_limit',
      'Connections that Postgres allows',
    );
    startCounterAtZero(this.overloadRefusals, { lane: LANES });
    startCounterAtZero(this.inLaneTime, { lane: LANES, result: ['within', 'late'] });
    startCounterAtZero(this.claimsPostponed, { lane: LANES, reason: POSTPONE_REASONS });
    startCounterAtZero(this.sweepResults, { lane: LANES, result: SWEEP_RESULTS });
    startCounterAtZero(this.reaperErased, { result: ['in_time', 'late'] });
  }

  /** Records that the first attempt of a conversion begins. */
  recordStart({ category, plan, createdAt }: Conversion, nowMs: number): void {
    this.waitSeconds.observe({ kind: category, plan }, Math.max(0, nowMs - createdAt.getTime()) / 1_000);
  }

  /** Records how a conversion has ended. */
  recordEnding(row: Conversion, ending: Ending): void {
    const { category: kind, plan, lane, status: outcome } = row;
    const code = ending.status === 'completed' ? 'none' : publicCode(ending.code);
    this.conversions.inc({ kind, plan, outcome, code });
    const to = registry.format(row.outputFormat)?.category ?? kind;
    this.pairs.inc({ from: kind, to, outcome, code });
    this.bytes.inc({ kind, direction: 'in' }, row.originalSizeBytes);
    if (row.convertedSizeBytes !== null) this.bytes.inc({ kind, direction: 'out' }, row.convertedSizeBytes);
    if (row.processingMs !== null) this.runSeconds.observe({ kind, plan }, row.processingMs / 1_000);
    const endedAtMs = row.finishedAt?.getTime() ?? row.createdAt.getTime();
    const seconds = Math.max(0, endedAtMs - row.createdAt.getTime()) / 1_000;
    this.endToEndSeconds.observe({ kind, plan, outcome }, seconds);
    if (outcome === 'cancelled') return;
    this.inLaneTime.inc({ lane, result: seconds <= LANE_TIME_SECONDS[lane] ? 'within' : 'late' });
  }

  /** Records what the sweep did with one conversion of a lane. */
  recordSweep(lane: Lane, result: SweepResult): void {
    this.sweepResults.inc({ lane, result });
  }
}
