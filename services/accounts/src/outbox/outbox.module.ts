import { Module } from '@nestjs/common';
import { OutboxRepository } from './outbox.repository.js';

/** What others are told later. */
@Module({ providers: [OutboxRepository], exports: [OutboxRepository] })
export class OutboxModule {}
