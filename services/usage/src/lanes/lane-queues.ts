import { AppError } from '@filemill/errors';
import { inSpan, traceparent } from '@filemill/platform';
import { LANES, type Lane } from '@filemill/product';
import { CONVERT_JOB, type ConversionJob, JOB_OPTIONS, laneSecond, queueName } from '@filemill/queue';
import { getQueueToken } from '@nestjs/bullmq';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Queue } from 'bullmq';
import { Redis } from 'ioredis';

/** The fields of a conversion that its job needs. */
interface QueueableConversion {
  readonly id: string;
  readonly lane: Lane;
  readonly priority: number;
  readonly requestId: string;
}

/** Prefix, followed by the lane, of the key that holds the lane's time while jobs wait there. */
const LANE_TIME_KEY = 'usage:lane-time:';

/** States of jobs. Delayed ones do not wait for a slot. */
export const JOB_STATES = ['waiting', 'prioritized', 'active', 'delayed'] as const;
/** A state of a job in its queue. */
type JobState = (typeof JOB_STATES)[number];

/** Adds, moves, removes and counts jobs of all lanes. Commands fail within 1.5 s while Redis is unreachable. */
@Injectable()
export class LaneQueues implements OnModuleInit {
  private readonly queues = new Map<Lane, Queue<ConversionJob>>();
  /** Reads of lane times in progress, which all simultaneous callers share. */
  private readonly readings = new Map<Lane, Promise<number>>();

  constructor(
    private readonly modules: ModuleRef,
    private readonly redis: Redis,
  ) {}

  onModuleInit(): void {
    for (const lane of LANES) {
      const queue: Queue<ConversionJob> = this.modules.get(getQueueToken(queueName(lane)), { strict: false });
      // The owner of the shared connection logs its errors; each command reports its own.
      queue.on('error', () => undefined);
      this.queues.set(lane, queue);
    }
  }

  /** Queues a conversion at its stored priority; a queued one keeps its place. */
  async add({ id, lane, priority, requestId }: QueueableConversion): Promise<void> {
    const options = { ...JOB_OPTIONS, jobId: id, priority };
    await inSpan(
      'queue add',
      { lane },
      async () => {
        const parent = traceparent();
        const job = { conversionId: id, requestId, ...(parent && { traceparent: parent }) };
        await this.queue(lane).add(CONVERT_JOB, job, options);
      },
      'producer',
    );
  }

  /** Queues a conversion whose job was lost, and removes what is left of the old job. */
  async requeue(row: QueueableConversion): Promise<void> {
    await this.queue(row.lane).remove(row.id);
    await this.add(row);
  }

  /** Removes a conversion's job from its queue, unless a worker already has it. */
  async remove(lane: Lane, id: string): Promise<void> {
    await this.queue(lane).remove(id);
  }

  /** Changes the priority of a waiting conversion. */
  async changePriority(lane: Lane, id: string, priority: number): Promise<void> {
    const job = await this.queue(lane).getJob(id);
    await job?.changePriority({ priority });
  }

  /**
   * The lane's time in seconds, which determines the place of new jobs. It is always written, so that nothing is accepted
   * while Redis refuses writes: a full one still answers reads.
   *
   * @throws {AppError} UNAVAILABLE while Redis does not answer or refuses writes
   */
  laneSecond(lane: Lane, nowMs: number): Promise<number> {
    const running = this.readings.get(lane);
    if (running) return running;
    const reading = this.readLaneSecond(lane, nowMs).finally(() => this.readings.delete(lane));
    this.readings.set(lane, reading);
    return reading;
  }

  private async readLaneSecond(lane: Lane, nowMs: number): Promise<number> {
    const key = `${LANE_TIME_KEY}${lane}`;
    const [waiting, stored] = await orUnavailable(
      Promise.all([this.redis.zcard(this.queue(lane).toKey('prioritized')), this.redis.get(key)]),
    );
    const second = laneSecond(nowMs, waiting > 0 && stored !== null ? Number(stored) : undefined);
    await orUnavailable(this.redis.set(key, second));
    return second;
  }

  /** Number of jobs ahead of a conversion in its lane; undefined if it does not wait, or while Redis is unreachable. */
  async position(lane: Lane, id: string): Promise<number | undefined> {
    try {
      return (await this.redis.zrank(this.queue(lane).toKey('prioritized'), id)) ?? undefined;
    } catch {
      return undefined; // the caller's answer is complete enough without the position
    }
  }

  /** Number of jobs of a lane by state. */
  async countJobs(lane: Lane): Promise<Record<JobState, number>> {
    const queue = this.queue(lane);
    const results = await this.redis
      .multi()
      .llen(queue.toKey('wait'))
      .zcard(queue.toKey('prioritized'))
      .llen(queue.toKey('active'))
      .zcard(queue.toKey('delayed'))
      .exec();
    const [waiting = 0, prioritized = 0, active = 0, delayed = 0] = (results ?? []).map(([error, count]) => {
      if (error) throw error;
      return Number(count);
    });
    return { waiting, prioritized, active, delayed };
  }

  /** Waiting and running jobs of a lane. Delayed ones do not wait for a slot. */
  async countWaitingAndActive(lane: Lane): Promise<{ waiting: number; active: number }> {
    const { waiting, prioritized, active } = await this.countJobs(lane);
    return { waiting: waiting + prioritized, active };
  }

  /**
   * Finds which of these conversions have a job that a worker has or will get. All lists are read in one transaction.
   * Jobs have a priority, so the lists are short: running jobs, and jobs of a stalled worker.
   */
  async idsWithJob(lane: Lane, ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const queue = this.queue(lane);
    const results = await this.redis
      .multi()
      .lrange(queue.toKey('wait'), 0, -1)
      .lrange(queue.toKey('paused'), 0, -1)
      .lrange(queue.toKey('active'), 0, -1)
      .zmscore(queue.toKey('prioritized'), ...ids)
      .zmscore(queue.toKey('delayed'), ...ids)
      .exec();
    const [wait, paused, active, prioritized, delayed] = (results ?? []).map(([error, found]) => {
      if (error) throw error;
      return found as (string | null)[];
    });
    const listed = new Set([wait, paused, active].flatMap((list) => list ?? []));
    return new Set(
      ids.filter((id, place) => listed.has(id) || prioritized?.[place] != null || delayed?.[place] != null),
    );
  }

  private queue(lane: Lane): Queue<ConversionJob> {
    const queue = this.queues.get(lane);
    if (!queue) throw new TypeError(`no queue for the lane ${lane}`);
    return queue;
  }
}

/** @throws {AppError} UNAVAILABLE if Redis does not answer */
export async function orUnavailable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    throw new AppError('UNAVAILABLE', {}, { cause });
  }
}
