import { Module } from '@nestjs/common';
import { Announcer } from './announcer.js';
import { ConversionsRepository } from './conversions.repository.js';
import { IdempotencyRepository } from './idempotency.repository.js';
import { KnownKeys } from './known-keys.service.js';

/** Rows of the ledger, and announcements of their changes. */
@Module({
  providers: [Announcer, ConversionsRepository, IdempotencyRepository, KnownKeys],
  exports: [Announcer, ConversionsRepository, IdempotencyRepository, KnownKeys],
})
export class ConversionsModule {}
