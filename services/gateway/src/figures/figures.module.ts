import { Module } from '@nestjs/common';
import { ConversionsModule } from '../conversions/conversions.module.js';
import { FiguresController } from './figures.controller.js';
import { SystemStatusService } from './system-status.service.js';

/** Plans, totals and the state of the service. */
@Module({
  imports: [ConversionsModule],
  controllers: [FiguresController],
  providers: [SystemStatusService],
})
export class FiguresModule {}
