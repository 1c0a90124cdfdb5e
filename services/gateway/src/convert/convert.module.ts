import { Module } from '@nestjs/common';
import { ConversionsModule } from '../conversions/conversions.module.js';
import { DownloadsModule } from '../downloads/downloads.module.js';
import { LiveModule } from '../live/live.module.js';
import { UploadsModule } from '../uploads/uploads.module.js';
import { ConversionsController } from './conversions.controller.js';
import { Conversions } from './conversions.js';
import { UploadInspector } from './upload-inspector.js';

/** Receives files, waits for their conversions and deletes them. */
@Module({
  imports: [ConversionsModule, DownloadsModule, LiveModule, UploadsModule],
  controllers: [ConversionsController],
  providers: [UploadInspector, Conversions],
})
export class ConvertModule {}
