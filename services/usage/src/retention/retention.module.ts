import { Module } from '@nestjs/common';
import { ConversionsModule } from '../conversions/conversions.module.js';
import { LanesModule } from '../lanes/lanes.module.js';
import { QuotasModule } from '../quotas/quotas.module.js';
import { LocksRepository } from './locks.repository.js';
import { PurgeService } from './purge.service.js';
import { ReaperService } from './reaper.service.js';
import { RetentionRepository } from './retention.repository.js';
import { RetentionService } from './retention.service.js';
import { SweepService } from './sweep.service.js';

@Module({
  imports: [ConversionsModule, LanesModule, QuotasModule],
  providers: [
    LocksRepository,
    PurgeService,
    ReaperService,
    RetentionRepository,
    RetentionService,
    SweepService,
  ],
})
export class RetentionModule {}
