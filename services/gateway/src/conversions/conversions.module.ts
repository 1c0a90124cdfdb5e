import { Module } from '@nestjs/common';
import { StreamsModule } from '../streams/streams.module.js';
import { Acceptance } from './acceptance.js';
import { AccessService } from './access.service.js';
import { Admission } from './admission.js';
import { ChannelFeed } from './channel-feed.js';
import { ConversionEvents } from './conversion-events.js';
import { ConversionFeed } from './conversion-feed.js';
import { ConversionPresenter } from './conversion-presenter.js';
import { ConversionReader } from './conversion-reader.js';
import { ConversionsController } from './conversions.controller.js';
import { ConversionsService } from './conversions.service.js';
import { Detection } from './detection.js';
import { EventsController } from './events.controller.js';
import { Leftovers } from './leftovers.js';
import { OpenUploads } from './open-uploads.js';
import { SignedTokens } from './signed-tokens.js';
import { StoreProbe } from './store-probe.js';
import { UploadSink } from './upload-sink.js';
import { PACE, UPLOAD_PACE } from './upload-watchdog.js';
import { Uploads } from './uploads.js';

/** What becomes of uploads. */
@Module({
  imports: [StreamsModule],
  controllers: [ConversionsController, EventsController],
  providers: [
    Acceptance,
    AccessService,
    Admission,
    ChannelFeed,
    ConversionEvents,
    ConversionFeed,
    ConversionPresenter,
    ConversionReader,
    ConversionsService,
    Detection,
    Leftovers,
    OpenUploads,
    SignedTokens,
    StoreProbe,
    { provide: PACE, useValue: UPLOAD_PACE },
    Uploads,
    UploadSink,
  ],
  exports: [
    AccessService,
    Admission,
    ChannelFeed,
    ConversionPresenter,
    ConversionReader,
    ConversionsService,
    SignedTokens,
    StoreProbe,
  ],
})
export class ConversionsModule {}
