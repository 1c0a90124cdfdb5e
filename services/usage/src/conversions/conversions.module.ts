import { Module } from '@nestjs/common';
import { LanesModule } from '../lanes/lanes.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { QuotasModule } from '../quotas/quotas.module.js';
import { Announcer } from './announcer.js';
import { AttemptsController } from './attempts.controller.js';
import { AttemptsService } from './attempts.service.js';
import { ConversionsController } from './conversions.controller.js';
import { ConversionsRepository } from './conversions.repository.js';
import { ConversionsService } from './conversions.service.js';
import { EndingsRepository } from './endings.repository.js';
import { Endings } from './endings.service.js';

@Module({
  imports: [LanesModule, PlansModule, QuotasModule],
  controllers: [ConversionsController, AttemptsController],
  providers: [
    Announcer,
    AttemptsService,
    ConversionsRepository,
    ConversionsService,
    Endings,
    EndingsRepository,
  ],
  exports: [Announcer, ConversionsRepository, Endings],
})
export class ConversionsModule {}
