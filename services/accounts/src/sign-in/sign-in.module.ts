import { Module } from '@nestjs/common';
import { ProfileModule } from '../profile/profile.module.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { SignInController } from './sign-in.controller.js';
import { SignInService } from './sign-in.service.js';

/** Registration, sign-in and sign-out. */
@Module({
  imports: [ProfileModule],
  controllers: [SignInController],
  providers: [SignInService, SessionsService],
})
export class SignInModule {}
