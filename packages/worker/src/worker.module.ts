import { reconnectDelayMs } from '@filemill/platform';
import type { Lane } from '@filemill/product';
import { queueName, WORKER_OPTIONS } from '@filemill/queue';
import { BullModule, OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Inject,
  Module,
  type Type,
} from '@nestjs/common';
import type { ConnectionOptions, Job } from 'bullmq';
import { ConversionProcessor } from './conversion/conversion-processor.js';

/** Injection token: milliseconds that conversions may continue after SIGTERM. */
const DRAIN_GRACE_MS = Symbol('drain grace');

/** Ends jobs that run longer than the grace period, while BullMQ's workers wait for them. */
class Drain implements BeforeApplicationShutdown {
  constructor(
    private readonly conversions: ConversionProcessor,
    @Inject(DRAIN_GRACE_MS) private readonly graceMs: number,
  ) {}

  beforeApplicationShutdown(): void {
    setTimeout(() => this.conversions.drain(), this.graceMs).unref();
  }
}

/** One BullMQ worker per lane, all in front of one processor. */
@Module({})
export class WorkerModule {
  /** @param options - `lanes`: slots by lane; `drainGraceMs`: how long conversions may continue after SIGTERM */
  static register(options: {
    readonly redisUrl: string;
    readonly lanes: ReadonlyMap<Lane, number>;
    readonly conversions: ConversionProcessor;
    readonly drainGraceMs: number;
  }): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        BullModule.forRoot({ connection: connectionTo(options.redisUrl) }),
        // Registers no queue: this starts the processors, which use the connection from above.
        BullModule.registerQueue(),
      ],
      providers: [
        { provide: ConversionProcessor, useValue: options.conversions },
        { provide: DRAIN_GRACE_MS, useValue: options.drainGraceMs },
        Drain,
        ...[...options.lanes].map(([lane, slots]) => createLaneProcessor(lane, slots)),
      ],
    };
  }
}

/** BullMQ's own pauses grow to 20 s: for that time no worker would take a job after Redis is back. */
export const connectionTo = (url: string): ConnectionOptions => ({
  url,
  maxRetriesPerRequest: null,
  retryStrategy: reconnectDelayMs,
});

/** The BullMQ worker of one lane. Decorators fix a queue's name when a class is made, so each lane has a class. */
function createLaneProcessor(lane: Lane, concurrency: number): Type<WorkerHost> {
  @Processor({ name: queueName(lane) }, { ...WORKER_OPTIONS, concurrency })
  class LaneProcessor extends WorkerHost {
    constructor(private readonly conversions: ConversionProcessor) {
      super();
    }

    override process(job: Job, token?: string): Promise<void> {
      return this.conversions.process(lane, job, token);
    }

    /** Redis is unreachable, or another worker took a lock; BullMQ continues by itself. */
    @OnWorkerEvent('error')
    onError(error: Error): void {
      this.conversions.queueFailed(lane, error);
    }
  }
  return LaneProcessor;
}
