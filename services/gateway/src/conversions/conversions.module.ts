import { Module } from '@nestjs/common';
import { AccessService } from './access.service.js';
import { ConversionPresenter } from './conversion-presenter.js';
import { ConversionReader } from './conversion-reader.js';
import { SignedTokens } from './signed-tokens.js';

/** Reads conversions, and presents them to callers with access. */
@Module({
  providers: [AccessService, ConversionPresenter, ConversionReader, SignedTokens],
  exports: [AccessService, ConversionPresenter, ConversionReader, SignedTokens],
})
export class ConversionsModule {}
