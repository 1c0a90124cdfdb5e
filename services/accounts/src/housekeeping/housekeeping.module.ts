import { Module } from '@nestjs/common';
import { DeliveryModule } from '../delivery/delivery.module.js';
import { ResetsModule } from '../resets/resets.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { HousekeepingService } from './housekeeping.service.js';

/** What this service does without being asked. */
@Module({
  imports: [DeliveryModule, ResetsModule, SessionsModule],
  providers: [HousekeepingService],
})
export class HousekeepingModule {}
