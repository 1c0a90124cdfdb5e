import { Module } from '@nestjs/common';
import { ConversionsModule } from '../conversions/conversions.module.js';
import { EndingsModule } from '../endings/endings.module.js';
import { LanesModule } from '../lanes/lanes.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { QuotasModule } from '../quotas/quotas.module.js';
import { AcceptanceService } from './acceptance.service.js';
import { Admissions } from './admissions.service.js';
import { ConversionsController } from './conversions.controller.js';
import { ConversionsService } from './conversions.service.js';

/** What owners do: request upload permits, submit conversions, read and delete them. */
@Module({
  imports: [ConversionsModule, EndingsModule, LanesModule, PlansModule, QuotasModule],
  controllers: [ConversionsController],
  providers: [AcceptanceService, Admissions, ConversionsService],
  exports: [ConversionsService],
})
export class AcceptanceModule {}
