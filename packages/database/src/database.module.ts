import { RUNTIME, type Runtime } from '@filemill/platform';
import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type ConnectionSettings, createDataSource, type ServiceDatabase } from './data-source.js';
import { observePool } from './metrics.js';

/**
 * Gives every provider of a service its `DataSource`, adds `postgres` to its readiness and the pool to its metrics, and
 * closes the pool last.
 */
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  static register(database: ServiceDatabase, settings: ConnectionSettings): DynamicModule {
    const connect = async (): Promise<DataSource> => createDataSource(database, settings).initialize();
    return {
      module: DatabaseModule,
      global: true,
      providers: [{ provide: DataSource, useFactory: connect }],
      exports: [DataSource],
    };
  }

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(RUNTIME) { ops }: Runtime,
  ) {
    observePool(ops.registry, this.dataSource);
    ops.addCheck('postgres', async () => {
      await this.dataSource.query('SELECT 1');
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.dataSource.destroy();
  }
}
