import { LocksModule } from '@filemill/service';
import { Module } from '@nestjs/common';
import { AcceptanceModule } from './acceptance/acceptance.module.js';
import { AttemptsModule } from './attempts/attempts.module.js';
import { BackgroundModule } from './background/background.module.js';
import { HistoryModule } from './history/history.module.js';
import { InfrastructureModule } from './infrastructure.module.js';
import { LoadModule } from './load/load.module.js';
import { OwnersModule } from './owners/owners.module.js';
import { PlansModule } from './plans/plans.module.js';
import { StatisticsModule } from './statistics/statistics.module.js';

/** The usage service: each folder next to this file is one part of its rules. */
@Module({
  imports: [
    InfrastructureModule,
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
})
export class AppModule {}
