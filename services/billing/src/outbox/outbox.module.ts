import { Module } from '@nestjs/common';
import { OutboxRepository } from './outbox.repository.js';
import { OutboxService } from './outbox.service.js';

/** Messages for accounts. */
@Module({ providers: [OutboxRepository, OutboxService], exports: [OutboxRepository, OutboxService] })
export class OutboxModule {}
