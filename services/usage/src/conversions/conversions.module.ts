import { Module } from '@nestjs/common';
import { LanesModule } from '../lanes/lanes.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { QuotasModule } from '../quotas/quotas.module.js';
import { AcceptanceService } from './acceptance.service.js';
import { Admissions } from './admissions.service.js';
import { Announcer } from './announcer.js';
import { AttemptsController } from './attempts.controller.js';
import { AttemptsRepository } from './attempts.repository.js';
import { AttemptsService } from './attempts.service.js';
import { ClaimsService } from './claims.service.js';
import { ConversionsController } from './conversions.controller.js';
import { ConversionsRepository } from './conversions.repository.js';
import { ConversionsService } from './conversions.service.js';
import { EndingsRepository } from './endings.repository.js';
import { Endings } from './endings.service.js';
import { IdempotencyRepository } from './idempotency.repository.js';
import { KnownKeys } from './known-keys.service.js';

@Module({
  imports: [LanesModule, PlansModule, QuotasModule],
  controllers: [ConversionsController, AttemptsController],
  providers: [
    AcceptanceService,
    Admissions,
    Announcer,
    AttemptsRepository,
    AttemptsService,
    ClaimsService,
    ConversionsRepository,
    ConversionsService,
    Endings,
    EndingsRepository,
    IdempotencyRepository,
    KnownKeys,
  ],
  exports: [Announcer, ConversionsRepository, ConversionsService, Endings, IdempotencyRepository],
})
export class ConversionsModule {}
