import { BackgroundLoops } from '@filemill/service';
import { Module } from '@nestjs/common';
import { RetentionModule } from '../retention/retention.module.js';
import { BackgroundService } from './background.service.js';

/** The background loops of this service. */
@Module({
  imports: [RetentionModule],
  providers: [BackgroundService, { provide: BackgroundLoops, useExisting: BackgroundService }],
})
export class BackgroundModule {}
