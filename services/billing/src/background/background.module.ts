import { BackgroundLoops } from '@filemill/service';
import { Module } from '@nestjs/common';
import { OutboxService } from '../outbox/outbox.service.js';
import { DifferencesService } from '../reconciliation/differences.service.js';
import { ReconciliationService } from '../reconciliation/reconciliation.service.js';
import { RunsRepository } from '../reconciliation/runs.repository.js';
import { InboxService } from '../stripe-events/inbox.service.js';
import { SyncModule } from '../sync/sync.module.js';
import { BackgroundService } from './background.service.js';

/** The background loops of this service. */
@Module({
  imports: [SyncModule],
  providers: [
    InboxService,
    OutboxService,
    RunsRepository,
    DifferencesService,
    ReconciliationService,
    BackgroundService,
    { provide: BackgroundLoops, useExisting: BackgroundService },
  ],
  exports: [BackgroundService],
})
export class BackgroundModule {}
