import type { Logger } from '@filemill/platform';
import type { Lane } from '@filemill/product';
import { serverNowMs, slotsKey } from '@filemill/queue';
import type { Redis } from 'ioredis';

const INTERVAL_MS = 10_000;
/** Longer than two missed heartbeats; then the slots count as gone. */
const AHEAD_MS = 30_000;

/** Announces how many conversions this process can run at once, for the estimate of waiting times. */
export class SlotHeartbeat {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly redis: Redis,
    private readonly logger: Logger,
    private readonly workerId: string,
    private readonly slots: ReadonlyMap<Lane, number>,
  ) {}

  /** Announces now, every 10 s, and whenever Redis is reachable again. */
  start(): void {
    this.timer = setInterval(() => void this.beat(), INTERVAL_MS);
    this.redis.on('ready', this.onReady);
    if (this.redis.status === 'ready') void this.beat();
  }

  /** Withdraws the slots at once. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.redis.off('ready', this.onReady);
    await this.send(async (lane, members) => void (await this.redis.zrem(slotsKey(lane), ...members)));
  }

  private readonly onReady = (): void => void this.beat();

  private beat(): Promise<void> {
    return this.send(async (lane, members) => {
      const nowMs = await serverNowMs(this.redis);
      await this.redis.zadd(slotsKey(lane), ...members.flatMap((member) => [nowMs + AHEAD_MS, member]));
      // Dead processes cannot withdraw their own slots; process names are unique.
      await this.redis.zremrangebyscore(slotsKey(lane), '-inf', nowMs - AHEAD_MS);
    });
  }

  private async send(command: (lane: Lane, members: string[]) => Promise<void>): Promise<void> {
    try {
      for (const [lane, slots] of this.slots) {
        await command(
          lane,
          Array.from({ length: slots }, (_, slot) => `${this.workerId}#${slot}`),
        );
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'could not announce slots');
    }
  }
}
