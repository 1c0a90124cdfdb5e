import { Module } from '@nestjs/common';
import { ResetLinks } from './reset-links.js';
import { ResetsController } from './resets.controller.js';
import { ResetsRepository } from './resets.repository.js';
import { ResetsService } from './resets.service.js';

/** Forgotten passwords. */
@Module({
  controllers: [ResetsController],
  providers: [ResetsService, ResetsRepository, ResetLinks],
  exports: [ResetsRepository, ResetLinks],
})
export class ResetsModule {}
