import type { admin } from '@filemill/contracts';
import { type FakeService, serveFake, startTestService, type TestService } from '@filemill/contracts/testing';
import { createDataSource, PATIENT, runMigrations } from '@filemill/database';
import { TestPostgres } from '@filemill/database/testing';
import { TestRedis } from '@filemill/queue/testing';
import { startGrpcServer } from '@filemill/service';
import type { DataSource } from 'typeorm';
import { adminService } from '../../src/app.module.js';
import { loadAdminConfig } from '../../src/config.js';
import { adminDatabase } from '../../src/database.js';
import { FakeServices, NOW_MS } from './fake-services.js';

/** The admin service over real Postgres, Redis and gRPC, with the other services in memory. */
export class Rig {
  readonly otherServices = new FakeServices();
  /** Advances by a millisecond at each call, so that later actions get later times. */
  readonly clock = { nowMs: () => NOW_MS + this.ticks++ };
  private ticks = 0;
  private readonly fakes: Record<string, FakeService> = {};

  private constructor(
    readonly postgres: TestPostgres,
    readonly redis: TestRedis,
    readonly dataSource: DataSource,
    private readonly databaseUrl: string,
  ) {}

  service!: TestService<admin.AdminService>;

  static async start(): Promise<Rig> {
    const [postgres, redis] = await Promise.all([TestPostgres.start(), TestRedis.start()]);
    const url = await postgres.createService('admin');
    const dataSource = await createDataSource(adminDatabase, { ...PATIENT, url }).initialize();
    await runMigrations(dataSource, 'admin');
    const rig = new Rig(postgres, redis, dataSource, url);
    rig.service = await rig.startService();
    return rig;
  }

  get client() {
    return this.service.client;
  }

  startService(): Promise<TestService<admin.AdminService>> {
    return startTestService(
      'admin',
      async (runtime, given) => {
        const secret = given.SERVICE_TOKEN_SECRET;
        const { accounts, billing, usage } = this.otherServices;
        this.fakes.accounts ??= await serveFake('accounts', secret, accounts);
        this.fakes.billing ??= await serveFake('billing', secret, billing);
        this.fakes.usage ??= await serveFake('usage', secret, usage);
        const config = loadAdminConfig({
          DATABASE_URL: this.databaseUrl,
          DATABASE_POOL_SIZE: '2',
          REDIS_URL: this.redis.url,
          SERVICE_TOKEN_SECRET: secret,
          GRPC_PORT: String(given.GRPC_PORT),
          ACCOUNTS_ADDRESS: this.fakes.accounts.address,
          BILLING_ADDRESS: this.fakes.billing.address,
          USAGE_ADDRESS: this.fakes.usage.address,
        });
        return startGrpcServer(adminService, runtime, config);
      },
      this.clock,
    );
  }

  /** Stops one of the other services. */
  async stopFake(name: 'billing' | 'usage'): Promise<void> {
    await this.fakes[name]?.app.close();
    delete this.fakes[name];
  }

  async stop(): Promise<void> {
    await this.service.close();
    await Promise.all(Object.values(this.fakes).map(({ app }) => app.close()));
    await this.dataSource.destroy();
    await this.redis.stop();
    await this.postgres.stop();
  }
}
