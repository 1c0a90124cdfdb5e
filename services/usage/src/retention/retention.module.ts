import { Module } from '@nestjs/common';
import { ConversionsModule } from '../conversions/conversions.module.js';
import { EndingsModule } from '../endings/endings.module.js';
import { LanesModule } from '../lanes/lanes.module.js';
import { QuotasModule } from '../quotas/quotas.module.js';
import { PurgeService } from './purge.service.js';
import { ReaperService } from './reaper.service.js';
import { RetentionRepository } from './retention.repository.js';
import { SweepService } from './sweep.service.js';

/** Ends overdue conversions, and erases files and rows after their time. */
@Module({
  imports: [ConversionsModule, EndingsModule, LanesModule, QuotasModule],
  providers: [PurgeService, ReaperService, RetentionRepository, SweepService],
  exports: [PurgeService, ReaperService, SweepService],
})
export class RetentionModule {}
