import { Module } from '@nestjs/common';
import { ConversionsModule } from '../conversions/conversions.module.js';
import { ActivityPresenter } from './activity-presenter.js';
import { HistoryController } from './history.controller.js';

/** The conversion history of a user. */
@Module({
  imports: [ConversionsModule],
  controllers: [HistoryController],
  providers: [ActivityPresenter],
  exports: [ActivityPresenter],
})
export class HistoryModule {}
