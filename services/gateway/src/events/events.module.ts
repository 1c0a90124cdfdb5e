import { Module } from '@nestjs/common';
import { ConversionsModule } from '../conversions/conversions.module.js';
import { StreamsModule } from '../streams/streams.module.js';
import { OwnerEventsController } from './owner-events.controller.js';
import { OwnerEvents } from './owner-events.js';
import { OwnerFeed } from './owner-feed.js';

/** One stream of all that a caller has. */
@Module({
  imports: [ConversionsModule, StreamsModule],
  controllers: [OwnerEventsController],
  providers: [OwnerEvents, OwnerFeed],
})
export class EventsModule {}
