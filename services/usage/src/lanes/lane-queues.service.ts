import { AppError } from '@filemill/errors';
import { CONVERT_JOB, type ConversionJob, JOB_OPTIONS, LANES, type Lane, queueName } from '@filemill/queue';
import { getQueueToken } from '@nestjs/bullmq';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Queue } from 'bullmq';
import { Redis } from 'ioredis';

/** What a job needs of a row. */
export interface Queueable {
  readonly id: string;
  readonly lane: Lane;
  readonly priority: number;
  readonly requestId: string;
}

/** The queues of all lanes, as their producer sees them. Commands fail within 1.5 s while Redis is away. */
@Injectable()
export class LaneQueues implements OnModuleInit {
  private readonly queues = new Map<Lane, Queue<ConversionJob>>();
  /** Under way: one answers all who ask meanwhile. */
  private pinging: Promise<unknown> | undefined;

  constructor(
    private readonly modules: ModuleRef,
    private readonly redis: Redis,
  ) {}

  onModuleInit(): void {
    for (const lane of LANES) {
      const queue: Queue<ConversionJob> = this.modules.get(getQueueToken(queueName(lane)), { strict: false });
      // Errors of the shared connection are logged where it is made; each command reports its own.
      queue.on('error', () => undefined);
      this.queues.set(lane, queue);
    }
  }

  /** @throws {AppError} UNAVAILABLE while Redis does not answer */
  async assertReachable(): Promise<void> {
    this.pinging ??= this.redis.ping().finally(() => {
      this.pinging = undefined;
    });
    try {
      await this.pinging;
    } catch (cause) {
      throw new AppError('UNAVAILABLE', {}, { cause });
    }
  }

  /** Queues a conversion at its stored priority; one that is queued already stays where it is. */
  async add({ id, lane, priority, requestId }: Queueable): Promise<void> {
    const options = { ...JOB_OPTIONS, jobId: id, priority };
    await this.queue(lane).add(CONVERT_JOB, { conversionId: id, requestId }, options);
  }

  /** Queues a conversion whose job was lost, and clears away what is left of the old job. */
  async addAgain(row: Queueable): Promise<void> {
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

  /** Jobs that wait ahead of one in its lane; undefined for one that does not wait, or while Redis is away. */
  async position(lane: Lane, id: string): Promise<number | undefined> {
    try {
      return (await this.redis.zrank(this.queue(lane).toKey('prioritized'), id)) ?? undefined;
    } catch {
      return undefined; // the rest of the answer is worth more than this number
    }
  }

  /** Jobs that wait and that run in a lane. Delayed ones are waiting for something else. */
  async counts(lane: Lane): Promise<{ waiting: number; active: number }> {
    const queue = this.queue(lane);
    const results = await this.redis
      .multi()
      .llen(queue.toKey('wait'))
      .zcard(queue.toKey('prioritized'))
      .llen(queue.toKey('active'))
      .exec();
    const [waiting, prioritized, active] = (results ?? []).map(([, count]) => Number(count));
    return { waiting: (waiting ?? 0) + (prioritized ?? 0), active: active ?? 0 };
  }

  /**
   * Those of some conversions of a lane that have a job which a worker has or will get, at one instant. Jobs have a
   * priority, so the lists are short: what runs, and what comes back from a stalled worker.
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
