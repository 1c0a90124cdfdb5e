import { Module } from '@nestjs/common';
import { ConversionsModule } from '../conversions/conversions.module.js';
import { ActivityPresenter } from './activity-presenter.js';

/** What an owner has converted. */
@Module({
  imports: [ConversionsModule],
  providers: [ActivityPresenter],
  exports: [ActivityPresenter],
})
export class HistoryModule {}
