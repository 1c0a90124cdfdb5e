import type { usage } from '@filemill/contracts';
import { ZodPipe } from '@filemill/platform';
import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import {
  type AttemptRequest,
  attemptSchema,
  type ClaimAttemptRequest,
  claimAttemptSchema,
  type SettleAttemptRequest,
  settleAttemptSchema,
} from '../conversions/dto.js';
import { AttemptsService } from './attempts.service.js';
import { ClaimsService } from './claims.service.js';

/** The rpcs that workers call. */
@Controller()
export class AttemptsController
  implements Pick<usage.UsageService, 'claimAttempt' | 'checkAttempt' | 'settleAttempt' | 'returnAttempt'>
{
  constructor(
    private readonly claims: ClaimsService,
    private readonly attempts: AttemptsService,
  ) {}

  @GrpcMethod('UsageService', 'ClaimAttempt')
  claimAttempt(
    @Payload(new ZodPipe(claimAttemptSchema)) request: ClaimAttemptRequest,
  ): Promise<usage.ClaimAttemptResponse> {
    return this.claims.claim(request);
  }

  @GrpcMethod('UsageService', 'CheckAttempt')
  async checkAttempt(
    @Payload(new ZodPipe(attemptSchema)) request: AttemptRequest,
  ): Promise<usage.CheckAttemptResponse> {
    return { current: await this.attempts.isCurrent(request) };
  }

  @GrpcMethod('UsageService', 'SettleAttempt')
  settleAttempt(
    @Payload(new ZodPipe(settleAttemptSchema)) request: SettleAttemptRequest,
  ): Promise<usage.SettleAttemptResponse> {
    return this.attempts.settle(request);
  }

  @GrpcMethod('UsageService', 'ReturnAttempt')
  async returnAttempt(
    @Payload(new ZodPipe(attemptSchema)) request: AttemptRequest,
  ): Promise<usage.ReturnAttemptResponse> {
    await this.attempts.returnAttempt(request);
    return {};
  }
}
