import type { billing } from '@filemill/contracts';
import { ZodPipe } from '@filemill/platform';
import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import { BackgroundService } from '../background/background.service.js';
import { type UserRequest, userRequestSchema } from '../dto.js';
import { EntitlementsService } from '../entitlements/entitlements.service.js';
import { SubscriptionsService } from './subscriptions.service.js';

/** The rpcs about subscriptions. */
@Controller()
export class SubscriptionsController
  implements Pick<billing.BillingService, 'getSubscription' | 'cancelSubscription' | 'resumeSubscription'>
{
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly entitlements: EntitlementsService,
    private readonly background: BackgroundService,
  ) {}

  @GrpcMethod('BillingService', 'GetSubscription')
  async getSubscription(
    @Payload(new ZodPipe(userRequestSchema)) { userId }: UserRequest,
  ): Promise<billing.GetSubscriptionResponse> {
    const { state, expiresAt } = await this.entitlements.current(userId);
    return { state, expiresAtMs: expiresAt?.getTime() };
  }

  @GrpcMethod('BillingService', 'CancelSubscription')
  async cancelSubscription(
    @Payload(new ZodPipe(userRequestSchema)) { userId }: UserRequest,
  ): Promise<billing.CancelSubscriptionResponse> {
    const { endsAt, alreadyCancelled } = await this.subscriptions.cancel(userId);
    this.background.wakeOutbox();
    return { cancellationDateMs: endsAt.getTime(), alreadyCancelled };
  }

  @GrpcMethod('BillingService', 'ResumeSubscription')
  async resumeSubscription(
    @Payload(new ZodPipe(userRequestSchema)) { userId }: UserRequest,
  ): Promise<billing.ResumeSubscriptionResponse> {
    await this.subscriptions.resume(userId);
    this.background.wakeOutbox();
    return {};
  }
}
