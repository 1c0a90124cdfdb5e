import { Module } from '@nestjs/common';
import { PlansModule } from '../plans/plans.module.js';
import { HistoryController } from './history.controller.js';
import { HistoryRepository } from './history.repository.js';
import { HistoryService } from './history.service.js';
import { OverviewRepository } from './overview.repository.js';
import { UserDaysRepository } from './user-days.repository.js';

@Module({
  imports: [PlansModule],
  controllers: [HistoryController],
  providers: [HistoryService, HistoryRepository, OverviewRepository, UserDaysRepository],
  exports: [UserDaysRepository],
})
export class HistoryModule {}
