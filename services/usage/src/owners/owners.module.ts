import { Module } from '@nestjs/common';
import { ConversionsModule } from '../conversions/conversions.module.js';
import { HistoryModule } from '../history/history.module.js';
import { ExportsRepository } from './exports.repository.js';
import { ExportsService } from './exports.service.js';
import { OwnersController } from './owners.controller.js';
import { OwnersRepository } from './owners.repository.js';
import { OwnersService } from './owners.service.js';

@Module({
  imports: [ConversionsModule, HistoryModule],
  controllers: [OwnersController],
  providers: [OwnersRepository, OwnersService, ExportsRepository, ExportsService],
})
export class OwnersModule {}
