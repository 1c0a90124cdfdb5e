import type { usage } from '@filemill/contracts';
import { type Clock, type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { ownerChannel, readOwnerVersion } from '@filemill/queue';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { REDIS } from '../clients/clients.module.js';
import { ChannelFeed } from '../live/channel-feed.js';
import { OwnerWatch } from './owner-watch.js';

/** Receives changes of an owner's data. */
@Injectable()
export class OwnerFeed {
  private readonly clock: Clock;
  private readonly logger: Logger;

  constructor(
    private readonly channels: ChannelFeed,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
    this.logger = runtime.logger;
  }

  /**
   * Subscribes. Resolves after that, so that what is read afterwards misses nothing.
   *
   * @throws {AppError} UNAVAILABLE while Redis is unreachable
   */
  async watch({ kind, id }: usage.Owner): Promise<OwnerWatch> {
    const watch = new OwnerWatch(() => this.version(kind, id));
    watch.unsubscribe = await this.channels.listen(ownerChannel(kind, id), (version) =>
      watch.announce(version),
    );
    return watch;
  }

  private async version(kind: string, id: string): Promise<string | undefined> {
    try {
      return await readOwnerVersion(this.redis, this.clock.nowMs(), kind, id);
    } catch (err) {
      this.logger.debug({ err }, 'no version of an owner');
      return undefined;
    }
  }
}
