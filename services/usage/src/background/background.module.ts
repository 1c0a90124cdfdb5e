import { BackgroundLoops } from '@filemill/service';
import { Module } from '@nestjs/common';
import { RetentionModule } from '../retention/retention.module.js';
import { BackgroundService } from './background.service.js';

/** What this service does without being asked. */
@Module({
  imports: [RetentionModule],
  providers: [BackgroundService, { provide: BackgroundLoops, useExisting: BackgroundService }],
})
export class BackgroundModule {}
