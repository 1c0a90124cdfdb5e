import { Module } from '@nestjs/common';
import { ConversionsModule } from '../conversions/conversions.module.js';
import { LiveModule } from '../live/live.module.js';
import { ConversionEvents } from './conversion-events.js';
import { EventsController } from './events.controller.js';
import { OwnerEvents } from './owner-events.js';
import { OwnerFeed } from './owner-feed.js';

/** Event streams: of one conversion, and of everything of a caller. */
@Module({
  imports: [ConversionsModule, LiveModule],
  controllers: [EventsController],
  providers: [ConversionEvents, OwnerEvents, OwnerFeed],
})
export class EventsModule {}
