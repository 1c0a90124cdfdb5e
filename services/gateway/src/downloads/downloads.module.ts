import { Module } from '@nestjs/common';
import { ConversionsModule } from '../conversions/conversions.module.js';
import { DownloadService } from './download.service.js';
import { DownloadsController } from './downloads.controller.js';
import { DEFAULT_TRANSFER_LIMITS, TRANSFER_LIMITS } from './transfer-limits.js';
import { Transfers } from './transfers.js';
import { ZipController } from './zip.controller.js';
import { ZipLinks } from './zip-links.service.js';

/** Downloads of results. */
@Module({
  imports: [ConversionsModule],
  controllers: [ZipController, DownloadsController],
  providers: [
    DownloadService,
    { provide: TRANSFER_LIMITS, useValue: DEFAULT_TRANSFER_LIMITS },
    Transfers,
    ZipLinks,
  ],
  exports: [DownloadService],
})
export class DownloadsModule {}
