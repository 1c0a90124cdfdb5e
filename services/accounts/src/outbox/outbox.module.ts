import { Module } from '@nestjs/common';
import { OutboxRepository } from './outbox.repository.js';

/** Messages to other services and mails. */
@Module({ providers: [OutboxRepository], exports: [OutboxRepository] })
export class OutboxModule {}
