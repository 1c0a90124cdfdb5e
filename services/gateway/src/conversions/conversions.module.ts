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
import { EventsController } from './events.controller.js';
import { Leftovers } from './leftovers.js';
import { OpenUploads } from './open-uploads.js';
import { SignedTokens } from './signed-tokens.js';
import { StoreProbe } from './store-probe.js';
import { UploadSink } from './upload-sink.js';
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
    Leftovers,
    OpenUploads,
    SignedTokens,
    StoreProbe,
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
