import { Module } from '@nestjs/common';
import { OutboxModule } from '../outbox/outbox.module.js';
import { ProfileModule } from '../profile/profile.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { AdministrationController } from './administration.controller.js';
import { AdministrationRepository } from './administration.repository.js';
import { AdministrationService } from './administration.service.js';

/** Users, as administrators see them. */
@Module({
  imports: [OutboxModule, ProfileModule, SessionsModule, UsersModule],
  controllers: [AdministrationController],
  providers: [AdministrationService, AdministrationRepository],
})
export class AdministrationModule {}
