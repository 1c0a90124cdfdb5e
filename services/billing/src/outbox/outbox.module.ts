import { Module } from '@nestjs/common';
import { OutboxRepository } from './outbox.repository.js';
import { OutboxService } from './outbox.service.js';

/** What accounts must be told. */
@Module({ providers: [OutboxRepository, OutboxService], exports: [OutboxRepository, OutboxService] })
export class OutboxModule {}
