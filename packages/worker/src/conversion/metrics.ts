import type { usage } from '@filemill/contracts';
import { type EngineId, registry } from '@filemill/formats';
import { inSpan, startCounterAtZero } from '@filemill/platform';
import type { Lane } from '@filemill/product';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { type JailOptions, LIMITS_REACHED } from '../jail/jail.js';

/** How an attempt ended. */
export type Outcome = 'completed' | 'failed' | 'returned' | 'lost';

/** The parts of an attempt that take time. */
type AttemptStage = 'fetch' | 'convert' | 'store' | 'settle';

/** How one step of an engine ended; `stopped`: cancelled, drained or out of time. */
export type EngineOutcome = 'ok' | 'failed' | 'stopped';

/** Every metric of a worker. Labels come from closed sets: engines, formats, outcomes, lanes, limits. */
export class WorkerMetrics {
  private readonly duration: Histogram<'engine' | 'output_format' | 'outcome'>;
  private readonly stages: Histogram<'stage'>;
  private readonly engines: Histogram<'engine' | 'outcome'>;
  private readonly jailStarts: Counter<'mode'>;
  private readonly jailKills: Counter<'reason'>;
  private readonly slots: Gauge<'lane'>;
  private readonly slotsBusy: Gauge<'lane'>;
  private readonly queueErrors: Counter<'lane'>;
  /** Callbacks of a jail about its processes. */
  readonly jail: Required<Pick<JailOptions, 'onStart' | 'onLimit' | 'onStop'>> = {
    onStart: (mode) => this.jailStarts.inc({ mode }),
    onLimit: (reason) => this.jailKills.inc({ reason }),
    onStop: () => this.jailKills.inc({ reason: 'stopped' }),
  };

  constructor(metrics: Registry) {
    const registers = [metrics];
    this.duration = new Histogram({
      name: 'conversion_duration_seconds',
      help: 'One attempt from its claim to its end, by the last engine of the route',
      labelNames: ['engine', 'output_format', 'outcome'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 1_200, 3_000],
      registers,
    });
    this.stages = new Histogram({
      name: 'attempt_stage_seconds',
      help: 'The parts of an attempt',
      labelNames: ['stage'],
      buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 3_000],
      registers,
    });
    this.engines = new Histogram({
      name: 'engine_seconds',
      help: 'One step of one engine',
      labelNames: ['engine', 'outcome'],
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 1_200, 3_000],
      registers,
    });
    this.jailStarts = new Counter({
      name: 'jail_starts_total',
      help: 'Jailed processes started',
      labelNames: ['mode'],
      registers,
    });
    this.jailKills = new Counter({
      name: 'jail_kills_total',
      help: 'Jailed processes ended by force: by a limit, or stopped by us',
      labelNames: ['reason'],
      registers,
    });
    this.slots = new Gauge({
      name: 'worker_slots',
      help: 'Conversions that this process can run at once',
      labelNames: ['lane'],
      registers,
    });
    this.slotsBusy = new Gauge({
      name: 'worker_slots_busy',
      help: 'Conversions that this process runs',
      labelNames: ['lane'],
      registers,
    });
    this.queueErrors = new Counter({
      name: 'queue_errors_total',
      help: 'Redis away, or the lock of a job lost to another worker',
      labelNames: ['lane'],
      registers,
    });
    startCounterAtZero(this.jailKills, { reason: [...LIMITS_REACHED, 'stopped'] });
  }

  /** The lanes of this process, with the slots of each. */
  serves(lanes: ReadonlyMap<Lane, number>): void {
    for (const [lane, slots] of lanes) {
      this.slots.set({ lane }, slots);
      this.slotsBusy.set({ lane }, 0);
      this.queueErrors.inc({ lane }, 0);
    }
  }

  /** Runs a job in a slot of a lane. */
  async busy<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    this.slotsBusy.inc({ lane });
    try {
      return await work();
    } finally {
      this.slotsBusy.dec({ lane });
    }
  }

  /** Times a part of an attempt, also if it fails; in a trace it is a span. */
  stage<T>(stage: AttemptStage, work: () => Promise<T>): Promise<T> {
    const end = this.stages.startTimer({ stage });
    return inSpan(stage, {}, work).finally(end);
  }

  ended(row: usage.Conversion, outcome: Outcome, durationMs: number): void {
    const engine = registry.route(row.inputFormat, row.outputFormat)?.steps.at(-1)?.engine ?? 'none';
    this.duration.observe({ engine, output_format: row.outputFormat, outcome }, durationMs / 1000);
  }

  engineEnded(engine: EngineId, outcome: EngineOutcome, durationMs: number): void {
    this.engines.observe({ engine, outcome }, durationMs / 1000);
  }

  queueFailed(lane: Lane): void {
    this.queueErrors.inc({ lane });
  }
}
