import { Module } from '@nestjs/common';
import { UploadsModule } from '../uploads/uploads.module.js';
import { FiguresController } from './figures.controller.js';
import { SystemStatus } from './system-status.js';

/** Plans, totals and the status of the service. */
@Module({
  imports: [UploadsModule],
  controllers: [FiguresController],
  providers: [SystemStatus],
})
export class FiguresModule {}
