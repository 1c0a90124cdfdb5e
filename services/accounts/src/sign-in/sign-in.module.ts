import { Module } from '@nestjs/common';
import { ProfileModule } from '../profile/profile.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { UsersModule } from '../users/users.module.js';
import { SignInController } from './sign-in.controller.js';
import { SignInService } from './sign-in.service.js';

/** Registration, sign-in and sign-out. */
@Module({
  imports: [ProfileModule, SessionsModule, UsersModule],
  controllers: [SignInController],
  providers: [SignInService, SessionsService],
})
export class SignInModule {}
