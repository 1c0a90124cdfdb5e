import { RUNTIME, type Runtime } from '@filemill/platform';
import { bumpOwner } from '@filemill/queue';
import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';

/** Tells the gateways that something which a user sees has changed. */
@Injectable()
export class OwnerAnnouncer {
  constructor(
    private readonly redis: Redis,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  /** Announces a committed change without waiting. One that is lost costs its readers some seconds, no more. */
  changed(userId: string): void {
    const { clock, logger } = this.runtime;
    bumpOwner(this.redis, clock.nowMs(), 'user', userId).catch((err: unknown) =>
      logger.warn({ err, userId }, 'not announced'),
    );
  }
}
