import { Module } from '@nestjs/common';
import { OutboxModule } from '../outbox/outbox.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { ResetLinks } from './reset-links.js';
import { ResetsController } from './resets.controller.js';
import { ResetsRepository } from './resets.repository.js';
import { ResetsService } from './resets.service.js';

/** Forgotten passwords. */
@Module({
  imports: [OutboxModule, SessionsModule, UsersModule],
  controllers: [ResetsController],
  providers: [ResetsService, ResetsRepository, ResetLinks],
  exports: [ResetsRepository, ResetLinks],
})
export class ResetsModule {}
