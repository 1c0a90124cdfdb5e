import { type Clock, type Figure, RUNTIME, type Runtime } from '@filemill/platform';
import { LANES, type Lane, PLAN_IDS, UNFINISHED_STATUSES } from '@filemill/product';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Redis } from 'ioredis';
import { UsageMetrics } from '../metrics.js';
import { LaneLoad } from './lane-load.js';
import { JOB_STATES, LaneQueues } from './lane-queues.js';
import { LedgerFiguresRepository, type UnfinishedFigures } from './ledger-figures.repository.js';

/** Reads the figures of queues, ledger, Postgres and Redis; every instance of this service reads the same. */
@Injectable()
export class LaneFigures implements OnModuleInit {
  private readonly clock: Clock;

  constructor(
    private readonly ledger: LedgerFiguresRepository,
    private readonly queues: LaneQueues,
    private readonly load: LaneLoad,
    private readonly redis: Redis,
    private readonly metrics: UsageMetrics,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
  }

  onModuleInit(): void {
    this.metrics.shared.readBy(() => this.read());
  }

  private async read(): Promise<Figure[]> {
    const nowMs = this.clock.nowMs();
    const [unfinished, postgres, redis, ...lanes] = await Promise.all([
      this.ledger.unfinished(nowMs),
      this.readPostgresFigures(),
      this.readRedisFigures(),
      ...LANES.map((lane) => this.readLaneFigures(lane)),
    ]);
    return [
      ...lanes.flat(),
      ...LANES.flatMap((lane) => this.ledgerFigures(lane, unfinished, nowMs)),
      ...postgres,
      ...redis,
    ];
  }

  private async readPostgresFigures(): Promise<Figure[]> {
    const { postgresConnections, postgresConnectionsLimit } = this.metrics;
    const { connections, limit } = await this.ledger.connections();
    return [
      [postgresConnections, connections],
      [postgresConnectionsLimit, limit],
    ];
  }

  /** Redis evicts nothing, so a full one refuses every job. */
  private async readRedisFigures(): Promise<Figure[]> {
    const { redisMemoryUsed, redisMemoryLimit, redisClients } = this.metrics;
    const info = await this.redis.info();
    const limit = numberIn(info, 'maxmemory');
    return [
      [redisMemoryUsed, numberIn(info, 'used_memory')],
      // Without its own limit it may use the machine's memory.
      [redisMemoryLimit, limit > 0 ? limit : numberIn(info, 'total_system_memory')],
      [redisClients, numberIn(info, 'connected_clients')],
    ];
  }

  private async readLaneFigures(lane: Lane): Promise<Figure[]> {
    const { queueJobs, slotsLive, laneWaitSeconds } = this.metrics;
    const [jobs, { slots, waitSeconds }] = await Promise.all([
      this.queues.countJobs(lane),
      this.load.estimated(lane),
    ]);
    return [
      ...JOB_STATES.map((state): Figure => [queueJobs, jobs[state], { lane, state }]),
      [slotsLive, slots, { lane }],
      [laneWaitSeconds, waitSeconds, { lane }],
    ];
  }

  private ledgerFigures(lane: Lane, all: readonly UnfinishedFigures[], nowMs: number): Figure[] {
    const { unfinished, oldestJobAgeSeconds, overdue } = this.metrics;
    const own = all.filter((row) => row.lane === lane);
    const late = own.reduce((sum, row) => sum + row.overdue, 0);
    const ofPlans = PLAN_IDS.flatMap((plan): Figure[] => {
      const [pending, converting] = UNFINISHED_STATUSES.map((status) =>
        own.find((row) => row.plan === plan && row.status === status),
      );
      const ageMs = pending ? Math.max(0, nowMs - pending.oldestAt.getTime()) : 0;
      return [
        [unfinished, pending?.count ?? 0, { lane, plan, status: 'pending' }],
        [unfinished, converting?.count ?? 0, { lane, plan, status: 'converting' }],
        [oldestJobAgeSeconds, ageMs / 1_000, { lane, plan }],
      ];
    });
    return [...ofPlans, [overdue, late, { lane }]];
  }
}

/** @throws {Error} if the answer lacks the field */
function numberIn(info: string, field: string): number {
  const value = new RegExp(`^${field}:(\\d+)`, 'm').exec(info)?.[1];
  if (value === undefined) throw new Error(`INFO of Redis has no ${field}`);
  return Number(value);
}
