import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { DeletionService } from './deletion.service.js';
import { UserView } from './user.view.js';
import { UsersController } from './users.controller.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';

/** Users, as they see themselves. */
@Module({
  imports: [ApiKeysModule, OutboxModule, SessionsModule],
  controllers: [UsersController],
  providers: [UsersService, DeletionService, UsersRepository, UserView],
  exports: [UsersRepository, UserView],
})
export class UsersModule {}
