import { RUNTIME, type Runtime } from '@filemill/platform';
import { announceOwnerChange } from '@filemill/queue';
import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';

/** Informs the gateways of changes that a user can see. */
@Injectable()
export class OwnerAnnouncer {
  constructor(
    private readonly redis: Redis,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  /** Announces a committed change without waiting. A lost announcement only delays its readers by some seconds. */
  changed(userId: string): void {
    const { clock, logger } = this.runtime;
    announceOwnerChange(this.redis, clock.nowMs(), 'user', userId).catch((err: unknown) =>
      logger.warn({ err, userId }, 'not announced'),
    );
  }
}
