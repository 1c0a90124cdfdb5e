import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@filemill/errors';
import { RUNTIME, type Runtime, watchClock } from '@filemill/platform';
import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type ConnectionSettings, createDataSource, type ServiceDatabase } from './data-source.js';
import { observePool } from './metrics.js';

/** How long a starting service waits for Postgres before it exits and its supervisor restarts it. */
const PATIENCE_MS = 20_000;
const PAUSE_MS = 250;

/**
 * Gives every provider of a service its `DataSource`, adds `postgres` and its clock to its readiness and the pool to its
 * metrics, and closes the pool last.
 */
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  static register(database: ServiceDatabase, settings: ConnectionSettings): DynamicModule {
    const connect = (): Promise<DataSource> =>
      retryWhileUnreachable(() => createDataSource(database, settings).initialize(), PATIENCE_MS);
    return {
      module: DatabaseModule,
      global: true,
      providers: [{ provide: DataSource, useFactory: connect }],
      exports: [DataSource],
    };
  }

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    const { ops } = runtime;
    observePool(ops.registry, this.dataSource);
    watchClock(runtime, { name: 'Postgres', read: () => this.nowMs() });
    ops.addCheck('postgres', async () => {
      await this.dataSource.query('SELECT 1');
    });
  }

  /** Not a business instant: only compared with the clock of this machine. */
  private async nowMs(): Promise<number> {
    const [row]: [{ ms: number }] = await this.dataSource.query(
      'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms',
    );
    return row.ms;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.dataSource.destroy();
  }
}

/** Retries `work` while Postgres is unreachable. @throws the last error once the time is over */
export async function retryWhileUnreachable<T>(work: () => Promise<T>, patienceMs: number): Promise<T> {
  for (const end = performance.now() + patienceMs; ; await sleep(PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      const isAway = error instanceof AppError && error.code === 'UNAVAILABLE';
      if (!isAway || performance.now() > end) throw error;
    }
  }
}
