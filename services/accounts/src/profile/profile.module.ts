import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { DeletionService } from './deletion.service.js';
import { UserView } from './user.view.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

/** What users see and change in their own account. */
@Module({
  imports: [ApiKeysModule, OutboxModule, SessionsModule, UsersModule],
  controllers: [UsersController],
  providers: [UsersService, DeletionService, UserView],
  exports: [UserView],
})
export class ProfileModule {}
