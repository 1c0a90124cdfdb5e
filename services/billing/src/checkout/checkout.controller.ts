import type { billing } from '@filemill/contracts';
import { ZodPipe } from '@filemill/platform';
import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import { type UserRequest, userRequestSchema } from '../dto.js';
import { CheckoutService } from './checkout.service.js';

/** The rpc that sells Pro. */
@Controller()
export class CheckoutController implements Pick<billing.BillingService, 'createCheckoutSession'> {
  constructor(private readonly checkout: CheckoutService) {}

  @GrpcMethod('BillingService', 'CreateCheckoutSession')
  async createCheckoutSession(
    @Payload(new ZodPipe(userRequestSchema)) { userId }: UserRequest,
  ): Promise<billing.CreateCheckoutSessionResponse> {
    const checkoutUrl = await this.checkout.open(userId);
    return checkoutUrl ? { status: 'created', checkoutUrl } : { status: 'already_subscribed' };
  }
}
