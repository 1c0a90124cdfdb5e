import { Module } from '@nestjs/common';
import { AcceptanceModule } from '../acceptance/acceptance.module.js';
import { HistoryModule } from '../history/history.module.js';
import { ExportsRepository } from './exports.repository.js';
import { ExportsService } from './exports.service.js';
import { OwnersController } from './owners.controller.js';
import { OwnersRepository } from './owners.repository.js';
import { OwnersService } from './owners.service.js';

@Module({
  imports: [AcceptanceModule, HistoryModule],
  controllers: [OwnersController],
  providers: [OwnersRepository, OwnersService, ExportsRepository, ExportsService],
})
export class OwnersModule {}
