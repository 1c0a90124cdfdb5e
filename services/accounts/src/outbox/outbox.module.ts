import { Module } from '@nestjs/common';
import { OutboxRepository } from './outbox.repository.js';
import { OutboxFigures } from './outbox-figures.js';

/** What others are told later. */
@Module({ providers: [OutboxFigures, OutboxRepository], exports: [OutboxRepository] })
export class OutboxModule {}
