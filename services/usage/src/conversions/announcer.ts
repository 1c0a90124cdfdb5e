import { type Clock, type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { announceOwnerChange, type ConversionMessage, conversionChannel } from '@filemill/queue';
import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';
import type { Conversion } from './conversion.entity.js';

/** Announces changed rows to callers who wait for the conversion, or for anything of its owner. */
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

  /** Announces a committed change without waiting. A lost message only delays its readers by 5 s. */
  changed(row: Conversion): void {
    this.publish(row).catch((err: unknown) =>
      this.logger.warn({ err, conversionId: row.id }, 'not announced'),
    );
  }

  private async publish(row: Conversion): Promise<void> {
    const { version, status } = row;
    const message: ConversionMessage = { type: 'changed', version, status };
    await Promise.all([
      this.redis.publish(conversionChannel(row.id), JSON.stringify(message)),
      announceOwnerChange(this.redis, this.clock.nowMs(), row.ownerKind, row.ownerId),
    ]);
  }
}
