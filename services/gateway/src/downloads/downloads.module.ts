import { Module } from '@nestjs/common';
import { ConversionsModule } from '../conversions/conversions.module.js';
import { DownloadService } from './download.service.js';
import { DownloadsController } from './downloads.controller.js';
import { Transfers } from './transfers.js';

/** Results on their way out of the store. */
@Module({
  imports: [ConversionsModule],
  controllers: [DownloadsController],
  providers: [DownloadService, Transfers],
  exports: [DownloadService],
})
export class DownloadsModule {}
