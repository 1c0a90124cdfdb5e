import { type Clock, type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { type ConversionMessage, conversionChannel, ownerChannel } from '@filemill/queue';
import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';
import type { Conversion } from './conversion.entity.js';

/** After this long an owner's version lapses: nobody compares with an older one. */
const OWNER_VERSION_SECONDS = 30;

/** Tells whoever waits for a conversion, or for anything of its owner, that its row has changed. */
@Injectable()
export class Announcer {
  private readonly logger: Logger;
  private readonly clock: Clock;

  constructor(
    private readonly redis: Redis,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.logger = runtime.logger;
    this.clock = runtime.clock;
  }

  /** Announces a committed change without waiting. A message that is lost costs its readers 5 s, no more. */
  changed(row: Conversion): void {
    this.publish(row).catch((err: unknown) =>
      this.logger.warn({ err, conversionId: row.id }, 'not announced'),
    );
  }

  private async publish(row: Conversion): Promise<void> {
    const message: ConversionMessage = { type: 'changed', version: row.version };
    const owner = ownerChannel(row.ownerKind, row.ownerId);
    const results = await this.redis
      .multi()
      .publish(conversionChannel(row.id), JSON.stringify(message))
      // A version that has lapsed begins at the time, so that none is ever given twice.
      .set(owner, this.clock.nowMs(), 'EX', OWNER_VERSION_SECONDS, 'NX')
      .incr(owner)
      .expire(owner, OWNER_VERSION_SECONDS)
      .exec();
    await this.redis.publish(owner, String(results?.[2]?.[1]));
  }
}
