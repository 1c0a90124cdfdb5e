import { Module } from '@nestjs/common';
import { ConversionsModule } from '../conversions/conversions.module.js';
import { OwnersController } from './owners.controller.js';
import { OwnersRepository } from './owners.repository.js';
import { OwnersService } from './owners.service.js';

@Module({
  imports: [ConversionsModule],
  controllers: [OwnersController],
  providers: [OwnersRepository, OwnersService],
})
export class OwnersModule {}
