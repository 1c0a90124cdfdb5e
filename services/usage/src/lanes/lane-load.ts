import type { usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { LANE_OF } from '@filemill/formats';
import { type Clock, RUNTIME, type Runtime } from '@filemill/platform';
import { CATEGORIES, type Category, type Lane } from '@filemill/product';
import { serverNowMs, slotsKey } from '@filemill/queue';
import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';
import { UsageMetrics } from '../metrics.js';
import { StatisticsRepository } from '../statistics/statistics.repository.js';
import { LaneQueues, orUnavailable } from './lane-queues.js';

/** Estimated wait from which guests are refused, s. */
const GUEST_LIMIT_SECONDS = 240;
/** How long an estimate is cached. */
const ESTIMATE_TTL_MS = 1_000;
/** Period of the mean times. */
const MEAN_OF_MS = 24 * 3_600_000;
/** Mean time of a lane without conversions so far, ms. */
const UNKNOWN_MEAN_MS = 2_000;

/** How long a new conversion would wait, and how many can run at once. */
interface LaneEstimate {
  readonly waitSeconds: number;
  readonly slots: number;
}

interface KnownEstimate {
  readonly madeAtMs: number;
  readonly estimate: Promise<LaneEstimate>;
}

/** Load of lanes, and the wait of a new conversion. */
@Injectable()
export class LaneLoad {
  private readonly clock: Clock;
  private readonly estimates = new Map<Lane, KnownEstimate>();

  constructor(
    private readonly queues: LaneQueues,
    private readonly statistics: StatisticsRepository,
    private readonly redis: Redis,
    private readonly metrics: UsageMetrics,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
  }

  /**
   * Accepts guests while a lane's wait is acceptable.
   *
   * @throws {AppError} OVERLOADED, with the time after which the wait will be acceptable; UNAVAILABLE without Redis
   */
  async assertRoomForGuests(lane: Lane): Promise<void> {
    const { waitSeconds } = await this.estimated(lane);
    if (waitSeconds <= GUEST_LIMIT_SECONDS) return;
    this.metrics.overloadRefusals.inc({ lane });
    throw new AppError('OVERLOADED', { retryAfterSeconds: Math.ceil(waitSeconds - GUEST_LIMIT_SECONDS) });
  }

  /** @throws {AppError} UNAVAILABLE without Redis */
  async current(lane: Lane): Promise<usage.LaneLoad> {
    const [{ waiting, active }, slots] = await Promise.all([
      orUnavailable(this.queues.countWaitingAndActive(lane)),
      this.slots(lane),
    ]);
    return { lane, waiting, active, slots };
  }

  /** Jobs ahead × the lane's mean time ÷ live slots. @throws {AppError} UNAVAILABLE without Redis or Postgres */
  estimated(lane: Lane): Promise<LaneEstimate> {
    const nowMs = this.clock.nowMs();
    const known = this.estimates.get(lane);
    if (known && Math.abs(nowMs - known.madeAtMs) < ESTIMATE_TTL_MS) return known.estimate;
    const estimate = this.estimate(lane, nowMs);
    this.estimates.set(lane, { madeAtMs: nowMs, estimate });
    return estimate;
  }

  private async estimate(lane: Lane, nowMs: number): Promise<LaneEstimate> {
    const kinds = kindsOf(lane);
    const [{ waiting, active }, slots, meanMs] = await Promise.all([
      orUnavailable(this.queues.countWaitingAndActive(lane)),
      this.slots(lane),
      this.statistics.meanProcessingMs(kinds, nowMs - MEAN_OF_MS),
    ]);
    const waitMs = ((waiting + active) * (meanMs ?? UNKNOWN_MEAN_MS)) / Math.max(1, slots);
    return { waitSeconds: waitMs / 1_000, slots };
  }

  /** Live slots of all workers, by the clock that they announce them with. */
  private slots(lane: Lane): Promise<number> {
    return orUnavailable(
      serverNowMs(this.redis).then((nowMs) => this.redis.zcount(slotsKey(lane), nowMs, '+inf')),
    );
  }
}

const kindsOf = (lane: Lane): Category[] => CATEGORIES.filter((category) => LANE_OF[category].lane === lane);
