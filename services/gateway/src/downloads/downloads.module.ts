import { Module } from '@nestjs/common';
import { ConversionsModule } from '../conversions/conversions.module.js';
import { UploadsModule } from '../uploads/uploads.module.js';
import { DownloadsController } from './downloads.controller.js';
import { ResultFiles } from './result-files.js';
import { Results } from './results.js';
import { DEFAULT_TRANSFER_LIMITS, TRANSFER_LIMITS, Transfers } from './transfers.js';
import { ZipController } from './zip.controller.js';
import { ZipLinks } from './zip-links.js';

/** Downloads of results. */
@Module({
  imports: [ConversionsModule, UploadsModule],
  controllers: [ZipController, DownloadsController],
  providers: [
    Results,
    ResultFiles,
    { provide: TRANSFER_LIMITS, useValue: DEFAULT_TRANSFER_LIMITS },
    Transfers,
    ZipLinks,
  ],
  exports: [Results],
})
export class DownloadsModule {}
