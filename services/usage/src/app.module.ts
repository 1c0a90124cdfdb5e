import { DatabaseModule } from '@filemill/database';
import { type Runtime, RuntimeModule } from '@filemill/platform';
import { LocksModule } from '@filemill/service';
import { type DynamicModule, Module } from '@nestjs/common';
import { AcceptanceModule } from './acceptance/acceptance.module.js';
import { AttemptsModule } from './attempts/attempts.module.js';
import { BackgroundModule } from './background/background.module.js';
import type { UsageConfig } from './config.js';
import { usageDatabase } from './database.js';
import { HistoryModule } from './history/history.module.js';
import { InfrastructureModule } from './infrastructure.module.js';
import { LoadModule } from './load/load.module.js';
import { OwnersModule } from './owners/owners.module.js';
import { PlansModule } from './plans/plans.module.js';
import { StatisticsModule } from './statistics/statistics.module.js';

/** The usage service: each folder next to this file is one part of its rules. */
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
        LocksModule,
        PlansModule,
        AcceptanceModule,
        AttemptsModule,
        BackgroundModule,
        HistoryModule,
        LoadModule,
        OwnersModule,
        StatisticsModule,
      ],
    };
  }
}
