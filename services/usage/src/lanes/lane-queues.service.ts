import { inSpan, traceparent } from '@filemill/platform';
import {
  CONVERT_JOB,
  type ConversionJob,
  JOB_OPTIONS,
  LANES,
  type Lane,
  laneSecond,
  queueName,
} from '@filemill/queue';
import { getQueueToken } from '@nestjs/bullmq';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { orUnavailable } from './or-unavailable.js';

/** The columns that a job needs. */
export interface Queueable {
  readonly id: string;
  readonly lane: Lane;
  readonly priority: number;
  readonly requestId: string;
}

/** Written to check whether Redis accepts writes; nobody reads it. */
const TRIAL_KEY = 'usage:trial';
const TRIAL_SECONDS = 60;

/** Followed by the lane: its time, while jobs wait there. */
const LANE_TIME_KEY = 'usage:lane-time:';

/** States of jobs. Delayed ones do not wait for a slot. */
export const JOB_STATES = ['waiting', 'prioritized', 'active', 'delayed'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** The queues of all lanes, for their producer. Commands fail within 1.5 s while Redis is unreachable. */
@Injectable()
export class LaneQueues implements OnModuleInit {
  private readonly queues = new Map<Lane, Queue<ConversionJob>>();
  /** The running check: its answer serves all callers meanwhile. */
  private trying: Promise<unknown> | undefined;
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

  /**
   * Called before anything is accepted. It writes, because a full Redis still answers reads.
   *
   * @throws {AppError} UNAVAILABLE if Redis does not answer or refuses writes
   */
  async assertWritable(): Promise<void> {
    this.trying ??= this.redis.set(TRIAL_KEY, '1', 'EX', TRIAL_SECONDS).finally(() => {
      this.trying = undefined;
    });
    await orUnavailable(this.trying);
  }

  /** Queues a conversion at its stored priority; a queued one keeps its place. */
  async add({ id, lane, priority, requestId }: Queueable): Promise<void> {
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

  /** Queues a conversion whose job was lost, and removes the rest of the old job. */
  async requeue(row: Queueable): Promise<void> {
    await this.queue(row.lane).remove(row.id);
    await this.add(row);
  }

  /** Takes a conversion out of its queue, unless a worker has it already. */
  async remove(lane: Lane, id: string): Promise<void> {
    await this.queue(lane).remove(id);
  }

  /** Moves a waiting conversion to another place. */
  async changePriority(lane: Lane, id: string, priority: number): Promise<void> {
    const job = await this.queue(lane).getJob(id);
    await job?.changePriority({ priority });
  }

  /**
   * The lane's time, which determines the place of new jobs; s.
   *
   * @throws {AppError} UNAVAILABLE while Redis does not answer
   */
  second(lane: Lane, nowMs: number): Promise<number> {
    const underWay = this.readings.get(lane);
    if (underWay) return underWay;
    const reading = this.readSecond(lane, nowMs).finally(() => this.readings.delete(lane));
    this.readings.set(lane, reading);
    return reading;
  }

  private async readSecond(lane: Lane, nowMs: number): Promise<number> {
    const key = `${LANE_TIME_KEY}${lane}`;
    const [waiting, kept] = await orUnavailable(
      Promise.all([this.redis.zcard(this.queue(lane).toKey('prioritized')), this.redis.get(key)]),
    );
    const second = laneSecond(nowMs, waiting > 0 && kept !== null ? Number(kept) : undefined);
    if (`${second}` !== kept) await orUnavailable(this.redis.set(key, second));
    return second;
  }

  /** Jobs ahead of one in its lane; undefined if it does not wait, or while Redis is unreachable. */
  async position(lane: Lane, id: string): Promise<number | undefined> {
    try {
      return (await this.redis.zrank(this.queue(lane).toKey('prioritized'), id)) ?? undefined;
    } catch {
      return undefined; // the rest of the answer is more important
    }
  }

  /** Number of jobs of a lane by state. */
  async jobs(lane: Lane): Promise<Record<JobState, number>> {
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
  async counts(lane: Lane): Promise<{ waiting: number; active: number }> {
    const { waiting, prioritized, active } = await this.jobs(lane);
    return { waiting: waiting + prioritized, active };
  }

  /**
   * Those of some conversions of a lane that have a job which a worker has or will get, at one time. Jobs have a
   * priority, so the lists are short: running jobs, and jobs of a stalled worker.
   */
  async withJob(lane: Lane, ids: readonly string[]): Promise<Set<string>> {
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
