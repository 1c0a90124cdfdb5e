import { Module } from '@nestjs/common';
import { ConversionPresenter } from './conversion-presenter.js';
import { ConversionReader } from './conversion-reader.js';

/** Reads conversions, and presents them to callers with access. */
@Module({
  providers: [ConversionPresenter, ConversionReader],
  exports: [ConversionPresenter, ConversionReader],
})
export class ConversionsModule {}
