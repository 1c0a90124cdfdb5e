import { Module } from '@nestjs/common';
import { DownloadsModule } from '../downloads/downloads.module.js';
import { ConversionsModule } from './conversions.module.js';
import { ConvertController } from './convert.controller.js';

/** The calls that take a file, apart from the conversions: their answer may be a download. */
@Module({ imports: [ConversionsModule, DownloadsModule], controllers: [ConvertController] })
export class ConvertModule {}
