import { BackgroundLoop, createRedis, RUNTIME, type Runtime } from '@filemill/platform';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Redis } from 'ioredis';
import { USAGE_CONFIG, type UsageConfig } from '../config.js';
import { PLANS_CHANNEL, PlansService } from './plans.service.js';

/**
 * With the caches of gateways and browsers (15 s each) a change is visible everywhere within 60 s, even if messages are
 * lost.
 */
const REFRESH_MS = 10_000;

/** Keeps the plan table of this instance up to date: through Redis, and by a read every 10 s. */
@Injectable()
export class PlansWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: BackgroundLoop;
  private subscriber: Redis | undefined;

  constructor(
    private readonly plans: PlansService,
    @Inject(USAGE_CONFIG) private readonly config: UsageConfig,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {
    this.loop = new BackgroundLoop('plans', REFRESH_MS, () => plans.refresh(), runtime.logger);
  }

  onApplicationBootstrap(): void {
    this.loop.start();
    const { logger } = this.runtime;
    const refresh = (): void => {
      this.plans.refresh().catch((err: unknown) => logger.warn({ err }, 'plan table not read'));
    };
    // A separate connection: a subscribed one cannot do anything else.
    const subscriber = createRedis(this.config.REDIS_URL, logger, { autoResubscribe: false });
    subscriber.on('message', refresh);
    subscriber.on('ready', () => {
      subscriber
        .subscribe(PLANS_CHANNEL)
        .then(refresh, (err: unknown) => logger.warn({ err }, 'not subscribed to new plan tables'));
    });
    this.subscriber = subscriber;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.subscriber?.disconnect();
    await this.loop.stop();
  }
}
