import { type Clock, type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import {
  type ConversionMessage,
  conversionChannel,
  ownerChange,
  STOPPED_ATTEMPTS_CHANNEL,
} from '@filemill/queue';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { type Conversion, isFinal } from './conversion.entity.js';
import { toMessage } from './conversion-message.js';

/**
 * Changes before the end are announced after this time: most conversions end sooner, and then only their end is
 * announced.
 */
const PAUSE_MS = 100;

/** Announces changed rows to callers who wait for the conversion, or for anything of its owner. */
@Injectable()
export class Announcer implements OnApplicationShutdown {
  private readonly logger: Logger;
  private readonly clock: Clock;
  /** Latest rows that are not announced yet, by id. */
  private readonly unannounced = new Map<string, Conversion>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly redis: Redis,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.logger = runtime.logger;
    this.clock = runtime.clock;
  }

  /** Announces a committed change without waiting: an end at once. A lost message only delays its readers by 5 s. */
  changed(row: Conversion): void {
    if (isFinal(row)) {
      this.unannounced.delete(row.id);
      this.publish([row]);
      return;
    }
    this.unannounced.set(row.id, row);
    this.timer ??= setTimeout(() => this.publishWaiting(), PAUSE_MS);
  }

  /** Tells the worker that may run an attempt at it that this attempt is not the current one any more. */
  attemptStopped(conversionId: string): void {
    this.redis
      .publish(STOPPED_ATTEMPTS_CHANNEL, conversionId)
      .catch((err: unknown) => this.logger.warn({ err, conversionId }, 'not announced'));
  }

  onApplicationShutdown(): void {
    this.publishWaiting();
  }

  private publishWaiting(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const rows = [...this.unannounced.values()];
    this.unannounced.clear();
    if (rows.length > 0) this.publish(rows);
  }

  private publish(rows: readonly Conversion[]): void {
    const commands = this.redis.pipeline();
    for (const row of rows) {
      const { version, status } = row;
      const conversion = isFinal(row) ? { ...toMessage(row) } : undefined;
      const message: ConversionMessage = { type: 'changed', version, status, conversion };
      commands.publish(conversionChannel(row.id), JSON.stringify(message));
    }
    const owners = new Map(rows.map((row) => [`${row.ownerKind} ${row.ownerId}`, row]));
    for (const { ownerKind, ownerId } of owners.values())
      commands.eval(...ownerChange(this.clock.nowMs(), ownerKind, ownerId));
    commands
      .exec()
      .then((answers) => {
        const failed = answers?.find(([error]) => error);
        if (failed) throw failed[0];
      })
      .catch((err: unknown) =>
        this.logger.warn({ err, conversionIds: rows.map(({ id }) => id) }, 'not announced'),
      );
  }
}
