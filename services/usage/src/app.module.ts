import { observeDisk, RUNTIME, type Runtime } from '@filemill/platform';
import { LANES } from '@filemill/product';
import { queueName } from '@filemill/queue';
import { BackgroundLoops, LocksModule, type ServiceDefinition } from '@filemill/service';
import { createStore, storeFolder } from '@filemill/storage';
import { BullModule } from '@nestjs/bullmq';
import { Inject, Module } from '@nestjs/common';
import { Redis } from 'ioredis';
import { AcceptanceService } from './acceptance/acceptance.service.js';
import { Admissions } from './acceptance/admissions.js';
import { ConversionsController } from './acceptance/conversions.controller.js';
import { ConversionsService } from './acceptance/conversions.service.js';
import { AttemptsController } from './attempts/attempts.controller.js';
import { AttemptsRepository } from './attempts/attempts.repository.js';
import { AttemptsService } from './attempts/attempts.service.js';
import { ClaimsService } from './attempts/claims.service.js';
import { BackgroundService } from './background/background.service.js';
import { loadUsageConfig, OBJECT_STORE, USAGE_CONFIG, type UsageConfig } from './config.js';
import { Announcer } from './conversions/announcer.js';
import { ConversionsRepository } from './conversions/conversions.repository.js';
import { IdempotencyRepository } from './conversions/idempotency.repository.js';
import { KnownKeys } from './conversions/known-keys.js';
import { usageDatabase } from './database.js';
import { Endings } from './endings/endings.js';
import { EndingsRepository } from './endings/endings.repository.js';
import { HistoryController } from './history/history.controller.js';
import { HistoryRepository } from './history/history.repository.js';
import { HistoryService } from './history/history.service.js';
import { UserDaysRepository } from './history/user-days.repository.js';
import { FailedWorkController } from './lanes/failed-work.controller.js';
import { FailedWorkRepository } from './lanes/failed-work.repository.js';
import { LaneFigures } from './lanes/lane-figures.js';
import { LaneLoad } from './lanes/lane-load.js';
import { LaneQueues } from './lanes/lane-queues.js';
import { LedgerFiguresRepository } from './lanes/ledger-figures.repository.js';
import { LoadController } from './load/load.controller.js';
import { StoreSizes } from './load/store-sizes.js';
import { UsageMetrics } from './metrics.js';
import { OwnersController } from './owners/owners.controller.js';
import { OwnersRepository } from './owners/owners.repository.js';
import { OwnersService } from './owners/owners.service.js';
import { PlansController } from './plans/plans.controller.js';
import { PlansRepository } from './plans/plans.repository.js';
import { PlansService } from './plans/plans.service.js';
import { PlansWatch } from './plans/plans-watch.js';
import { QuotasRepository } from './quotas/quotas.repository.js';
import { QuotasService } from './quotas/quotas.service.js';
import { PurgeService } from './retention/purge.service.js';
import { ReaperService } from './retention/reaper.service.js';
import { RetentionRepository } from './retention/retention.repository.js';
import { SweepService } from './retention/sweep.service.js';
import { PairFiguresRepository } from './statistics/pair-figures.repository.js';
import { StatisticsController } from './statistics/statistics.controller.js';
import { StatisticsRepository } from './statistics/statistics.repository.js';

/** The usage service: each folder next to this file is one part of its rules. The queues share one connection. */
@Module({
  imports: [
    LocksModule,
    BullModule.forRootAsync({
      inject: [Redis],
      useFactory: (connection: Redis) => ({ connection }),
    }),
    BullModule.registerQueue(...LANES.map((lane) => ({ name: queueName(lane) }))),
  ],
  controllers: [
    AttemptsController,
    ConversionsController,
    FailedWorkController,
    HistoryController,
    LoadController,
    OwnersController,
    PlansController,
    StatisticsController,
  ],
  providers: [
    AcceptanceService,
    Admissions,
    Announcer,
    AttemptsRepository,
    AttemptsService,
    BackgroundService,
    { provide: BackgroundLoops, useExisting: BackgroundService },
    ClaimsService,
    ConversionsRepository,
    ConversionsService,
    Endings,
    EndingsRepository,
    FailedWorkRepository,
    HistoryRepository,
    HistoryService,
    IdempotencyRepository,
    KnownKeys,
    LaneFigures,
    LaneLoad,
    LaneQueues,
    LedgerFiguresRepository,
    { provide: OBJECT_STORE, inject: [USAGE_CONFIG], useFactory: createStore },
    OwnersRepository,
    OwnersService,
    PairFiguresRepository,
    PlansRepository,
    PlansService,
    PlansWatch,
    PurgeService,
    QuotasRepository,
    QuotasService,
    ReaperService,
    RetentionRepository,
    StatisticsRepository,
    StoreSizes,
    SweepService,
    UsageMetrics,
    UserDaysRepository,
  ],
})
class AppModule {
  constructor(redis: Redis, @Inject(RUNTIME) { ops }: Runtime, @Inject(USAGE_CONFIG) config: UsageConfig) {
    const folder = storeFolder(config);
    if (folder) observeDisk(ops.registry, 'store', folder);
    ops.addCheck('redis', async () => {
      await redis.ping();
    });
  }
}

/** What the chassis needs to run this service. */
export const usageService: ServiceDefinition<UsageConfig> = {
  name: 'usage',
  loadConfig: loadUsageConfig,
  config: USAGE_CONFIG,
  database: usageDatabase,
  clients: [],
  module: AppModule,
};
