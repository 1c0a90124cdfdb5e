import { Module } from '@nestjs/common';
import { OutboxModule } from '../outbox/outbox.module.js';
import { SubscriptionsRepository } from '../subscriptions/subscriptions.repository.js';
import { EntitlementsRepository } from './entitlements.repository.js';
import { EntitlementsService } from './entitlements.service.js';

/** Entitlements: until when users have Pro, and why. */
@Module({
  imports: [OutboxModule],
  providers: [SubscriptionsRepository, EntitlementsRepository, EntitlementsService],
  exports: [OutboxModule, SubscriptionsRepository, EntitlementsRepository, EntitlementsService],
})
export class EntitlementsModule {}
