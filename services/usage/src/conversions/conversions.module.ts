import { Module } from '@nestjs/common';
import { Announcer } from './announcer.js';
import { ConversionsRepository } from './conversions.repository.js';
import { IdempotencyRepository } from './idempotency.repository.js';
import { KnownKeys } from './known-keys.service.js';

/** The rows of the ledger, and who is told when they change. */
@Module({
  providers: [Announcer, ConversionsRepository, IdempotencyRepository, KnownKeys],
  exports: [Announcer, ConversionsRepository, IdempotencyRepository, KnownKeys],
})
export class ConversionsModule {}
