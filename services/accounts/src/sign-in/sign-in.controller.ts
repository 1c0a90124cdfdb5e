import type { accounts } from '@filemill/contracts';
import { ZodPipe } from '@filemill/platform';
import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import {
  type LoginRequest,
  type LogoutRequest,
  loginSchema,
  logoutSchema,
  type RegisterRequest,
  registerSchema,
} from '../dto.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { SignInService } from './sign-in.service.js';

/** The rpcs that begin and end sessions. */
@Controller()
export class SignInController implements Pick<accounts.AccountsService, 'register' | 'login' | 'logout'> {
  constructor(
    private readonly signIn: SignInService,
    private readonly sessions: SessionsRepository,
  ) {}

  @GrpcMethod('AccountsService', 'Register')
  register(
    @Payload(new ZodPipe(registerSchema)) request: RegisterRequest,
  ): Promise<accounts.RegisterResponse> {
    return this.signIn.register(request);
  }

  @GrpcMethod('AccountsService', 'Login')
  login(@Payload(new ZodPipe(loginSchema)) request: LoginRequest): Promise<accounts.LoginResponse> {
    return this.signIn.login(request);
  }

  @GrpcMethod('AccountsService', 'Logout')
  async logout(
    @Payload(new ZodPipe(logoutSchema)) { sessionId }: LogoutRequest,
  ): Promise<accounts.LogoutResponse> {
    await this.sessions.end(sessionId);
    return {};
  }
}
