import { Module } from '@nestjs/common';
import { ConversionsModule } from '../conversions/conversions.module.js';
import { EndingsModule } from '../endings/endings.module.js';
import { LanesModule } from '../lanes/lanes.module.js';
import { AttemptsController } from './attempts.controller.js';
import { AttemptsRepository } from './attempts.repository.js';
import { AttemptsService } from './attempts.service.js';
import { ClaimsService } from './claims.service.js';

/** What workers do: claim an attempt, extend, settle or return it. */
@Module({
  imports: [ConversionsModule, EndingsModule, LanesModule],
  controllers: [AttemptsController],
  providers: [AttemptsRepository, AttemptsService, ClaimsService],
})
export class AttemptsModule {}
