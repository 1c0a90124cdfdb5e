import type { billing } from '@filemill/contracts';
import { ZodPipe } from '@filemill/platform';
import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import { type GetSubscriptionRequest, getSubscriptionSchema } from './dto.js';
import { SubscriptionsService } from './subscriptions.service.js';

/** The rpcs about subscriptions. */
@Controller()
export class SubscriptionsController {
  constructor(private readonly subscriptions: SubscriptionsService) {}

  @GrpcMethod('BillingService', 'GetSubscription')
  async getSubscription(
    @Payload(new ZodPipe(getSubscriptionSchema)) { userId }: GetSubscriptionRequest,
  ): Promise<billing.GetSubscriptionResponse> {
    const { state, expiresAt } = await this.subscriptions.current(userId);
    return { state, expiresAtMs: expiresAt?.getTime() };
  }
}
