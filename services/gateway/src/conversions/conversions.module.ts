import { Module } from '@nestjs/common';
import { AccessService } from './access.service.js';
import { ConversionEvents } from './conversion-events.js';
import { ConversionFeed } from './conversion-feed.js';
import { ConversionPresenter } from './conversion-presenter.js';
import { ConversionReader } from './conversion-reader.js';
import { ConversionsController } from './conversions.controller.js';
import { ConversionsService } from './conversions.service.js';
import { ConvertController } from './convert.controller.js';
import { EventsController } from './events.controller.js';
import { OpenUploads } from './open-uploads.js';
import { SignedTokens } from './signed-tokens.js';
import { StoreProbe } from './store-probe.js';
import { Uploads } from './uploads.js';

/** Uploads and what becomes of them. */
@Module({
  controllers: [ConvertController, ConversionsController, EventsController],
  providers: [
    AccessService,
    ConversionEvents,
    ConversionFeed,
    ConversionPresenter,
    ConversionReader,
    ConversionsService,
    OpenUploads,
    SignedTokens,
    StoreProbe,
    Uploads,
  ],
  exports: [AccessService, ConversionPresenter, ConversionReader, StoreProbe],
})
export class ConversionsModule {}
