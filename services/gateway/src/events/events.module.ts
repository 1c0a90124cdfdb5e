import { Module } from '@nestjs/common';
import { ConversionsModule } from '../conversions/conversions.module.js';
import { LiveModule } from '../live/live.module.js';
import { ConversionEventsController } from './conversion-events.controller.js';
import { ConversionEvents } from './conversion-events.js';
import { OwnerEventsController } from './owner-events.controller.js';
import { OwnerEvents } from './owner-events.js';
import { OwnerFeed } from './owner-feed.js';

/** Streams of events: of one conversion, and of all that a caller has. */
@Module({
  imports: [ConversionsModule, LiveModule],
  controllers: [ConversionEventsController, OwnerEventsController],
  providers: [ConversionEvents, OwnerEvents, OwnerFeed],
})
export class EventsModule {}
