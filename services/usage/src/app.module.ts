import { DatabaseModule } from '@filemill/database';
import { type Runtime, RuntimeModule } from '@filemill/platform';
import { type DynamicModule, Module } from '@nestjs/common';
import type { UsageConfig } from './config.js';
import { ConversionsModule } from './conversions/conversions.module.js';
import { usageDatabase } from './database.js';
import { HistoryModule } from './history/history.module.js';
import { InfrastructureModule } from './infrastructure.module.js';
import { LoadModule } from './load/load.module.js';
import { OwnersModule } from './owners/owners.module.js';
import { PlansModule } from './plans/plans.module.js';
import { RetentionModule } from './retention/retention.module.js';
import { StatisticsModule } from './statistics/statistics.module.js';

/** The usage service: each folder beside this file is one part of its rules. */
@Module({})
export class AppModule {
  static register(runtime: Runtime, config: UsageConfig): DynamicModule {
    const connection = { url: config.DATABASE_URL, poolSize: config.DATABASE_POOL_SIZE };
    return {
      module: AppModule,
      imports: [
        RuntimeModule.register(runtime),
        DatabaseModule.register(usageDatabase, connection),
        InfrastructureModule.register(config),
        PlansModule,
        ConversionsModule,
        HistoryModule,
        LoadModule,
        OwnersModule,
        RetentionModule,
        StatisticsModule,
      ],
    };
  }
}
