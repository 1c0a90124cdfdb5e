import type { accounts } from '@filemill/contracts';
import { ZodPipe } from '@filemill/platform';
import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import {
  type ForgotPasswordRequest,
  forgotPasswordSchema,
  type ResetPasswordRequest,
  resetPasswordSchema,
} from '../dto.js';
import { ResetsService } from './resets.service.js';

/** The rpcs for forgotten passwords. */
@Controller()
export class ResetsController implements Pick<accounts.AccountsService, 'forgotPassword' | 'resetPassword'> {
  constructor(private readonly resets: ResetsService) {}

  @GrpcMethod('AccountsService', 'ForgotPassword')
  async forgotPassword(
    @Payload(new ZodPipe(forgotPasswordSchema)) request: ForgotPasswordRequest,
  ): Promise<accounts.ForgotPasswordResponse> {
    await this.resets.requestReset(request);
    return {};
  }

  @GrpcMethod('AccountsService', 'ResetPassword')
  async resetPassword(
    @Payload(new ZodPipe(resetPasswordSchema)) request: ResetPasswordRequest,
  ): Promise<accounts.ResetPasswordResponse> {
    await this.resets.reset(request);
    return {};
  }
}
