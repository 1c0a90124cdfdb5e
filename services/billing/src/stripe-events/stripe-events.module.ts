import { Module } from '@nestjs/common';
import { SyncModule } from '../sync/sync.module.js';
import { InboxService } from './inbox.service.js';
import { StripeEventsRepository } from './stripe-events.repository.js';

/** The inbox of Stripe's events. */
@Module({
  imports: [SyncModule],
  providers: [InboxService, StripeEventsRepository],
  exports: [InboxService, StripeEventsRepository],
})
export class StripeEventsModule {}
