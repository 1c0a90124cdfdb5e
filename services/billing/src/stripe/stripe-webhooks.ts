import { AppError } from '@filemill/errors';
import { type Clock, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { BILLING_CONFIG, type BillingConfig } from '../config.js';
import { PAYMENT_OFF_MESSAGE } from './stripe-api.js';

/** Maximum age of a signature: Stripe's own recommendation. */
const TOLERANCE_S = 300;

/** Verifies the signatures of Stripe's events. */
@Injectable()
export class StripeWebhooks {
  private readonly secrets: readonly string[];
  private readonly clock: Clock;

  constructor(@Inject(BILLING_CONFIG) config: BillingConfig, @Inject(RUNTIME) { clock }: Runtime) {
    // Without a key no object could be read.
    this.secrets = config.STRIPE_SECRET_KEY ? config.STRIPE_WEBHOOK_SECRET : [];
    this.clock = clock;
  }

  /**
   * Returns the event in a body that one of the current secrets has signed within the last 300 s.
   *
   * @param body - the received bytes
   * @param signature - header `Stripe-Signature`
   * @throws {AppError} INVALID_REQUEST if the signature is invalid; UNAVAILABLE while payment is off
   */
  verify(body: Buffer, signature: string): Stripe.Event {
    if (this.secrets.length === 0) throw new AppError('UNAVAILABLE', { message: PAYMENT_OFF_MESSAGE });
    let cause: unknown;
    for (const secret of this.secrets) {
      try {
        const nowMs = this.clock.nowMs();
        return Stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_S, undefined, nowMs);
      } catch (error) {
        cause = error;
      }
    }
    throw new AppError('INVALID_REQUEST', { fields: { 'stripe-signature': 'does not verify' } }, { cause });
  }
}
