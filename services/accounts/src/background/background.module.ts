import { BackgroundLoops } from '@filemill/service';
import { Module } from '@nestjs/common';
import { DeliveryModule } from '../delivery/delivery.module.js';
import { ResetsModule } from '../resets/resets.module.js';
import { BackgroundService } from './background.service.js';
import { CleaningService } from './cleaning.service.js';

/** The background loops of this service. */
@Module({
  imports: [DeliveryModule, ResetsModule],
  providers: [
    BackgroundService,
    CleaningService,
    { provide: BackgroundLoops, useExisting: BackgroundService },
  ],
})
export class BackgroundModule {}
