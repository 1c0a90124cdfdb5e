import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { SessionsModule } from './sessions.module.js';
import { SessionsService } from './sessions.service.js';
import { SignInController } from './sign-in.controller.js';
import { SignInService } from './sign-in.service.js';

/** Registration, sign-in and sign-out. */
@Module({
  imports: [SessionsModule, UsersModule],
  controllers: [SignInController],
  providers: [SignInService, SessionsService],
})
export class SignInModule {}
