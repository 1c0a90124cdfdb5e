import type { Lane } from '@filemill/product';
import { queueName, WORKER_OPTIONS } from '@filemill/queue';
import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import type { Type } from '@nestjs/common';
import type { Job } from 'bullmq';
import { ConversionProcessor } from './conversion/conversion.processor.js';

/** The BullMQ worker of one lane. Decorators fix a queue's name when a class is made, so each lane has a class. */
export function createLaneProcessor(lane: Lane, concurrency: number): Type<WorkerHost> {
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
