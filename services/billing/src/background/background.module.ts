import { BackgroundLoops } from '@filemill/service';
import { Module } from '@nestjs/common';
import { FindingsService } from '../reconciliation/findings.service.js';
import { ReconciliationService } from '../reconciliation/reconciliation.service.js';
import { RunsRepository } from '../reconciliation/runs.repository.js';
import { StripeEventsModule } from '../stripe-events/stripe-events.module.js';
import { SyncModule } from '../sync/sync.module.js';
import { BackgroundService } from './background.service.js';

/** What this service does without being asked. */
@Module({
  imports: [StripeEventsModule, SyncModule],
  providers: [
    RunsRepository,
    FindingsService,
    ReconciliationService,
    BackgroundService,
    { provide: BackgroundLoops, useExisting: BackgroundService },
  ],
  exports: [StripeEventsModule, BackgroundService],
})
export class BackgroundModule {}
