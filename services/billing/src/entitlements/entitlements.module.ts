import { Module } from '@nestjs/common';
import { SubscriptionsRepository } from '../subscriptions/subscriptions.repository.js';
import { EntitlementsRepository } from './entitlements.repository.js';
import { EntitlementsService } from './entitlements.service.js';

/** Entitlements: until when users have Pro, and why. */
@Module({
  providers: [SubscriptionsRepository, EntitlementsRepository, EntitlementsService],
  exports: [SubscriptionsRepository, EntitlementsRepository, EntitlementsService],
})
export class EntitlementsModule {}
