import { Module } from '@nestjs/common';
import { FindingsService } from '../reconciliation/findings.service.js';
import { ReconciliationService } from '../reconciliation/reconciliation.service.js';
import { RunsRepository } from '../reconciliation/runs.repository.js';
import { InboxService } from '../stripe-events/inbox.service.js';
import { StripeEventsRepository } from '../stripe-events/stripe-events.repository.js';
import { SyncModule } from '../sync/sync.module.js';
import { BeatsService } from './beats.service.js';

/** What goes on by itself. */
@Module({
  imports: [SyncModule],
  providers: [
    StripeEventsRepository,
    InboxService,
    RunsRepository,
    FindingsService,
    ReconciliationService,
    BeatsService,
  ],
  exports: [StripeEventsRepository, BeatsService],
})
export class BeatsModule {}
