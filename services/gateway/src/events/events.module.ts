import { Module } from '@nestjs/common';
import { ConversionsModule } from '../conversions/conversions.module.js';
import { LiveModule } from '../live/live.module.js';
import { ConversionEventsController } from './conversion-events.controller.js';
import { ConversionEvents } from './conversion-events.js';
import { OwnerEventsController } from './owner-events.controller.js';
import { OwnerEvents } from './owner-events.js';
import { OwnerFeed } from './owner-feed.js';

/** Event streams: of one conversion, and of everything of a caller. */
@Module({
  imports: [ConversionsModule, LiveModule],
  controllers: [ConversionEventsController, OwnerEventsController],
  providers: [ConversionEvents, OwnerEvents, OwnerFeed],
})
export class EventsModule {}
