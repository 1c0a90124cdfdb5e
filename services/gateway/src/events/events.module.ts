import { Module } from '@nestjs/common';
import { ConversionsModule } from '../conversions/conversions.module.js';
import { OpenStreams } from './open-streams.js';
import { OwnerEventsController } from './owner-events.controller.js';
import { OwnerEvents } from './owner-events.js';
import { OwnerFeed } from './owner-feed.js';

/** One stream of all that a caller has. */
@Module({
  imports: [ConversionsModule],
  controllers: [OwnerEventsController],
  providers: [OpenStreams, OwnerEvents, OwnerFeed],
})
export class EventsModule {}
