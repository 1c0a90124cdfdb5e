import {
  ACCOUNTS,
  ADMIN,
  BILLING,
  createServiceClient,
  ServiceTokens,
  USAGE,
  type usage,
} from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import type { Clock } from '@filemill/platform';
import { testRuntime } from '@filemill/platform/testing';
import { HEADERS } from '@filemill/product';
import type { INestMicroservice } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { Redis } from 'ioredis';
import { AppModule } from '../../src/app.module.js';
import { OBJECT_STORE } from '../../src/clients/clients.module.js';
import { loadGatewayConfig } from '../../src/config.js';
import { createAdapter } from '../../src/server/adapter.js';
import { prepareGateway } from '../../src/server/start.js';
import { AnswersAsDescribed } from './answers-as-described.js';
import { MemoryAccounts } from './memory-accounts.js';
import { MemoryStore } from './memory-store.js';
import { MemoryUsage } from './memory-usage.js';
import { RedisServer } from './redis-server.js';
import { serveUsage } from './usage-server.js';

const SECRET = 's'.repeat(32);
/** The fingerprint of the guest of most tests, and the header that sends it. */
export const FINGERPRINT = 'a'.repeat(64);
export const AS_GUEST = { [HEADERS.fingerprint]: FINGERPRINT };

/** The smallest complete PNG: one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

class MovableClock implements Clock {
  offsetMs = 0;
  nowMs = () => Date.now() + this.offsetMs;
}

/** A service that answers only health checks. */
const healthOnlyService = {
  isDown: false,
  async checkHealth() {
    if (this.isDown) throw new AppError('UNAVAILABLE');
  },
  close() {},
};

/** A gateway that listens on a port, with real Redis, and with accounts, usage and store in memory. */
export class TestGateway {
  private constructor(
    readonly app: NestFastifyApplication,
    readonly url: string,
    readonly usage: MemoryUsage,
    readonly accounts: MemoryAccounts,
    readonly store: MemoryStore,
    readonly clock: MovableClock,
    readonly redisServer: RedisServer,
    readonly redis: Redis,
    readonly billing: { isDown: boolean },
    readonly admin: { isDown: boolean },
    /** Route patterns of Fastify, such as `GET /api/conversions/:id`. */
    readonly routes: readonly string[],
    private readonly usageServer: INestMicroservice | undefined,
  ) {}

  /**
   * @param usageVia - `grpc` connects to usage as in production
   * @param overrides - replacements by injection token
   */
  static async start(
    env: Record<string, string> = {},
    usageVia: 'memory' | 'grpc' = 'memory',
    overrides: ReadonlyMap<symbol, unknown> = new Map(),
  ): Promise<TestGateway> {
    const redisServer = await RedisServer.start();
    const clock = new MovableClock();
    const accounts = new MemoryAccounts(clock);
    const config = loadGatewayConfig({
      DOWNLOAD_TOKEN_SECRET: 'd'.repeat(32),
      SERVICE_TOKEN_SECRET: SECRET,
      STORE_URL: 'file:///nowhere',
      REDIS_URL: redisServer.url,
      TOKEN_PUBLIC_KEY: accounts.publicKey,
      WEB_ROOT: '/nowhere',
      ADMIN_ROOT: '/nowhere',
      ...env,
    });
    const redis = redisServer.connect();
    const usage = new MemoryUsage(redis, clock);
    const served = usageVia === 'grpc' ? await serveUsage(usage, SECRET) : undefined;
    const store = new MemoryStore();
    const billing = { ...healthOnlyService };
    const admin = { ...healthOnlyService };
    const runtime = testRuntime('gateway', clock);
    const builder = Test.createTestingModule({ imports: [AppModule.register(runtime, config)] });
    for (const [token, value] of overrides) builder.overrideProvider(token).useValue(value);
    const module = await builder
      .overrideProvider(USAGE)
      .useValue(
        served ? createServiceClient('usage', served.address, new ServiceTokens(SECRET, 'gateway')) : usage,
      )
      .overrideProvider(OBJECT_STORE)
      .useValue(store)
      .overrideProvider(ACCOUNTS)
      .useValue(accounts)
      .overrideProvider(BILLING)
      .useValue(billing)
      .overrideProvider(ADMIN)
      .useValue(admin)
      .compile();
    const adapter = createAdapter(config.TRUST_PROXY_HOPS);
    const routes: string[] = [];
    adapter.getInstance().addHook('onRoute', ({ method, url }) => {
      for (const name of [method].flat()) routes.push(`${name} ${url}`);
    });
    const app = module.createNestApplication<NestFastifyApplication>(adapter, { logger: false });
    app.useGlobalInterceptors(new AnswersAsDescribed());
    await prepareGateway(app, runtime, config);
    await app.listen(0, '127.0.0.1');
    const url = await app.getUrl();
    return new TestGateway(
      app,
      url,
      usage,
      accounts,
      store,
      clock,
      redisServer,
      redis,
      billing,
      admin,
      routes,
      served?.app,
    );
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.usageServer?.close();
    this.redis.disconnect();
    await this.redisServer.stop();
  }

  fetch(path: string, init?: RequestInit): Promise<Response> {
    return fetch(`${this.url}${path}`, init);
  }

  /** Sends a form with its entries in this order. */
  convert(
    entries: [string, string | File][],
    headers: Record<string, string> = AS_GUEST,
    path = '/api/guest/convert',
  ): Promise<Response> {
    const body = new FormData();
    for (const [name, value] of entries) body.append(name, value);
    return this.fetch(path, { method: 'POST', headers, body });
  }

  /** Completes every accepted conversion with `output`, as a worker would. */
  completeWith(output: Buffer, extension: string, losses: usage.Loss[] = []): void {
    this.usage.onAccept = ({ id, keyPrefix }) => {
      const outputKey = `${keyPrefix}output-1`;
      this.store.objects.set(outputKey, output);
      setTimeout(() => void this.usage.change(id, { ...completed(outputKey, output, extension), losses }), 5);
    };
  }
}

const completed = (
  outputKey: string,
  output: Buffer,
  outputExtension: string,
): Partial<usage.Conversion> => ({
  status: 'completed',
  attempt: 1,
  outputKey,
  outputExtension,
  convertedSizeBytes: output.length,
  processingMs: 12,
  finishedAtMs: Date.now(),
  queuePosition: undefined,
});

export const pngFile = (name = 'photo.png'): File => new File([PNG], name);
