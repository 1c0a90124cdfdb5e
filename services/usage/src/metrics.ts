import { RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';

/** Every metric of this service. Labels come from closed sets: categories, plans, lanes and codes. */
@Injectable()
export class UsageMetrics {
  readonly reservations: Counter<'kind' | 'plan'>;
  readonly quotaRefusals: Counter<'plan' | 'category'>;
  readonly conversions: Counter<'kind' | 'plan' | 'outcome' | 'code'>;
  readonly waitSeconds: Histogram<'lane'>;
  readonly laneWaitSeconds: Gauge<'lane'>;
  readonly sweepRequeued: Counter<'lane'>;
  readonly reaperLagSeconds: Gauge;
  readonly reaperOverdueObjects: Gauge;
  readonly reaperErased: Counter;
  readonly reaperLastPass: Gauge;

  constructor(@Inject(RUNTIME) { ops }: Runtime) {
    const registers = [ops.registry];
    this.reservations = new Counter({
      name: 'reservations_total',
      help: 'Conversions accepted, each of which reserved one of its owner’s allowance',
      labelNames: ['kind', 'plan'],
      registers,
    });
    this.quotaRefusals = new Counter({
      name: 'quota_refusals_total',
      help: 'Uploads and conversions refused by a limit of the plan; "unfinished" is the limit on those at once',
      labelNames: ['plan', 'category'],
      registers,
    });
    this.conversions = new Counter({
      name: 'conversions_total',
      help: 'Conversions that ended, by outcome (completed, failed, cancelled) and error code',
      labelNames: ['kind', 'plan', 'outcome', 'code'],
      registers,
    });
    this.waitSeconds = new Histogram({
      name: 'conversion_wait_seconds',
      help: 'From acceptance to the first attempt',
      labelNames: ['lane'],
      buckets: [0.01, 0.05, 0.2, 1, 5, 15, 60, 240, 900],
      registers,
    });
    this.laneWaitSeconds = new Gauge({
      name: 'lane_estimated_wait_seconds',
      help: 'Jobs ahead times mean time divided by live slots, as last estimated for a guest',
      labelNames: ['lane'],
      registers,
    });
    this.sweepRequeued = new Counter({
      name: 'sweep_requeued_total',
      help: 'Conversions whose job was lost and queued again',
      labelNames: ['lane'],
      registers,
    });
    this.reaperLagSeconds = new Gauge({
      name: 'reaper_lag_seconds',
      help: 'How long the oldest objects that are still there have been due, after the last pass',
      registers,
    });
    this.reaperOverdueObjects = new Gauge({
      name: 'reaper_overdue_objects',
      help: 'Objects that the last pass could not erase although they were due',
      registers,
    });
    this.reaperErased = new Counter({
      name: 'reaper_erased_objects_total',
      help: 'Objects that the reaper erased',
      registers,
    });
    this.reaperLastPass = new Gauge({
      name: 'reaper_last_pass_timestamp_seconds',
      help: 'When this instance last looked through the whole store; the newest of all instances must be recent',
      registers,
    });
  }
}
