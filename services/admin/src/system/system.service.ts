import {
  ACCOUNTS,
  type AccountsClient,
  type admin,
  BILLING,
  type BillingClient,
  USAGE,
  type UsageClient,
  type usage,
} from '@filemill/contracts';
import { type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import type { Health } from '@filemill/product';
import { Inject, Injectable } from '@nestjs/common';
import { GatewayResponseTimes } from '../measurements/gateway-response-times.js';
import { memoryPercent, Samples } from '../measurements/samples.js';

const ASK_TIMEOUT_MS = 1_500;

/** The health of something with several parts, by the number of working ones. */
const healthOf = (working: number, all: number): Health =>
  working === 0 ? 'down' : working < all ? 'degraded' : 'operational';

/** The status of the whole installation. A part that does not answer is reported as down, and its values are missing. */
@Injectable()
export class SystemService {
  private readonly logger: Logger;
  private readonly services: Record<string, () => Promise<void>>;

  constructor(
    @Inject(ACCOUNTS) accounts: AccountsClient,
    @Inject(BILLING) billing: BillingClient,
    @Inject(USAGE) private readonly usage: UsageClient,
    private readonly samples: Samples,
    private readonly gateways: GatewayResponseTimes,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.logger = runtime.logger;
    this.services = {
      accounts: () => accounts.checkHealth(ASK_TIMEOUT_MS),
      billing: () => billing.checkHealth(ASK_TIMEOUT_MS),
      usage: () => usage.checkHealth(ASK_TIMEOUT_MS),
    };
  }

  async status(): Promise<admin.GetSystemStatusResponse> {
    const [database, gateways, load, asked] = await Promise.all([
      this.unlessUnreachable('postgres', () => this.samples.readDatabase()),
      this.unlessUnreachable('redis', () => this.gateways.read()),
      this.unlessUnreachable('store and queues', () =>
        this.usage.getLoad({}, { deadlineMs: ASK_TIMEOUT_MS }),
      ),
      Promise.all(Object.entries(this.services).map(([name, check]) => this.ask(name, check))),
    ]);
    const services = [
      ...(gateways ? [{ name: 'gateway', status: healthOf(gateways.alive, gateways.alive) }] : []),
      ...asked,
      { name: 'admin', status: 'operational' as const }, // it answers
      { name: 'redis', status: healthOf(gateways ? 1 : 0, 1) },
    ];
    const working = services.filter(({ status }) => status === 'operational').length;
    return {
      serverStatus: healthOf(working, services.length),
      databaseStatus: healthOf(database ? 1 : 0, 1),
      vpsStatus: workersHealth(load?.lanes ?? []),
      storageUsedBytes: load?.storeUsedBytes,
      storageTotalBytes: load?.storeTotalBytes ?? undefined,
      database: database && {
        connections: database.connections,
        queriesPerSecond: database.perSecond,
        sizeBytes: database.sizeBytes,
      },
      cpuUsage: this.samples.cpuPercent,
      memoryUsage: memoryPercent(),
      avgResponseTimeMs: gateways?.meanMs,
      services,
      queues: load?.lanes ?? [],
    };
  }

  private async ask(name: string, check: () => Promise<void>): Promise<admin.PartStatus> {
    const answered = await this.unlessUnreachable(name, () => check().then(() => true));
    return { name, status: healthOf(answered ? 1 : 0, 1) };
  }

  private async unlessUnreachable<T>(part: string, ask: () => Promise<T>): Promise<T | undefined> {
    try {
      return await ask();
    } catch (err) {
      this.logger.warn({ err, part }, 'does not answer');
      return undefined;
    }
  }
}

/** Whether every lane has a live worker. */
function workersHealth(lanes: readonly usage.LaneLoad[]): Health {
  return healthOf(lanes.filter(({ slots }) => slots > 0).length, lanes.length);
}
