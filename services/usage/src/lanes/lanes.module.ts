import { LANES } from '@filemill/product';
import { queueName } from '@filemill/queue';
import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { Redis } from 'ioredis';
import { QuotasModule } from '../quotas/quotas.module.js';
import { StatisticsModule } from '../statistics/statistics.module.js';
import { FailedWorkController } from './failed-work.controller.js';
import { FailedWorkRepository } from './failed-work.repository.js';
import { LaneFigures } from './lane-figures.service.js';
import { LaneLoad } from './lane-load.service.js';
import { LaneQueues } from './lane-queues.service.js';
import { LedgerFiguresRepository } from './ledger-figures.repository.js';
import { RedisFigures } from './redis-figures.js';

/** The queues that this service fills. They share one connection, whose commands fail fast. */
@Module({
  imports: [
    QuotasModule,
    StatisticsModule,
    BullModule.forRootAsync({
      inject: [Redis],
      useFactory: (connection: Redis) => ({ connection }),
    }),
    BullModule.registerQueue(...LANES.map((lane) => ({ name: queueName(lane) }))),
  ],
  controllers: [FailedWorkController],
  providers: [FailedWorkRepository, LaneFigures, LaneLoad, LaneQueues, LedgerFiguresRepository, RedisFigures],
  exports: [FailedWorkRepository, LaneQueues, LaneLoad],
})
export class LanesModule {}
