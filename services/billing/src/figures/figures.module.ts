import { Module } from '@nestjs/common';
import { OutboxModule } from '../outbox/outbox.module.js';
import { StripeEventsModule } from '../stripe-events/stripe-events.module.js';
import { FiguresRepository } from './figures.repository.js';
import { FiguresService } from './figures.service.js';

/** What metrics tell of the tables. */
@Module({ imports: [OutboxModule, StripeEventsModule], providers: [FiguresRepository, FiguresService] })
export class FiguresModule {}
