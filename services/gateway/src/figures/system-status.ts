import type { SystemStatus as Status } from '@filemill/api';
import {
  ACCOUNTS,
  type AccountsClient,
  ADMIN,
  type AdminClient,
  BILLING,
  type BillingClient,
  USAGE,
  type UsageClient,
} from '@filemill/contracts';
import { type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { Cached } from '../clients/cached.js';
import { REDIS } from '../clients/clients.module.js';
import { StoreProbe } from '../uploads/store-probe.js';

type Health = Status['components'][number]['status'];

/** Services that every conversion needs. */
const VITAL = new Set(['usage', 'queue', 'store']);
const ASK_TIMEOUT_MS = 1_500;
/** The status is requested often and by many callers. */
const TTL_MS = 2_000;

/** Checks whether every service answers. */
@Injectable()
export class SystemStatus {
  private readonly logger: Logger;
  private readonly cached: Cached<Status>;
  private readonly checks: Record<string, () => Promise<unknown>>;

  constructor(
    @Inject(USAGE) usage: UsageClient,
    @Inject(ACCOUNTS) accounts: AccountsClient,
    @Inject(BILLING) billing: BillingClient,
    @Inject(ADMIN) admin: AdminClient,
    @Inject(REDIS) redis: Redis,
    @Inject(RUNTIME) runtime: Runtime,
    store: StoreProbe,
  ) {
    this.logger = runtime.logger;
    this.cached = new Cached(TTL_MS, () => this.ask());
    this.checks = {
      usage: () => usage.checkHealth(ASK_TIMEOUT_MS),
      accounts: () => accounts.checkHealth(ASK_TIMEOUT_MS),
      billing: () => billing.checkHealth(ASK_TIMEOUT_MS),
      admin: () => admin.checkHealth(ASK_TIMEOUT_MS),
      queue: () => redis.ping(),
      store: () => store.check(),
    };
  }

  get(): Promise<Status> {
    return this.cached.get();
  }

  private async ask(): Promise<Status> {
    const components = await Promise.all(
      Object.entries(this.checks).map(async ([name, check]) => ({
        name,
        status: await this.health(name, check),
      })),
    );
    const down = components.filter(({ status }) => status === 'down');
    const status = down.some(({ name }) => VITAL.has(name))
      ? 'down'
      : down.length > 0
        ? 'degraded'
        : 'operational';
    return { status, components };
  }

  private async health(name: string, check: () => Promise<unknown>): Promise<Health> {
    try {
      await check();
      return 'operational';
    } catch (err) {
      this.logger.debug({ err, component: name }, 'does not answer');
      return 'down';
    }
  }
}
