import { Module } from '@nestjs/common';
import { OutboxRepository } from './outbox.repository.js';
import { OutboxFigures } from './outbox-figures.js';

/** Messages for other services and mails. */
@Module({ providers: [OutboxFigures, OutboxRepository], exports: [OutboxRepository] })
export class OutboxModule {}
