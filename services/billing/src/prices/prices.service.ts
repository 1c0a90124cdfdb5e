import { USAGE, type UsageClient } from '@filemill/contracts';
import { planTableSchema } from '@filemill/plans';
import { Inject, Injectable } from '@nestjs/common';
import { BILLING_CONFIG, type BillingConfig } from '../config.js';
import { StripeApi } from '../stripe/stripe-api.js';

/** The monthly price of Pro. */
export interface ProPrice {
  /** In the currency's smallest unit, taxes included. */
  readonly minor: number;
  /** ISO 4217, in capitals. */
  readonly currency: string;
  /** Its lookup key at Stripe; another price has another one. */
  readonly lookupKey: string;
}

/** The price of Pro, from the current plan table. */
@Injectable()
export class PricesService {
  constructor(
    private readonly stripe: StripeApi,
    @Inject(USAGE) private readonly usage: UsageClient,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  /** @throws {AppError} UNAVAILABLE while usage is unreachable */
  async current(): Promise<ProPrice> {
    const { plans } = await this.usage.getPlans({});
    const { priceMinor: minor, currency } = planTableSchema.parse(plans).pro;
    return { minor, currency, lookupKey: `pro_month_${currency.toLowerCase()}_${minor}` };
  }

  /** Stripe's id of a price, which is created if necessary. @throws {AppError} UNAVAILABLE while Stripe is unreachable */
  async idOf({ minor, currency, lookupKey }: ProPrice): Promise<string> {
    return this.stripe.call(async (stripe) => {
      const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
      if (data[0]) return data[0].id;
      const price = await stripe.prices.create(
        {
          currency: currency.toLowerCase(),
          unit_amount: minor,
          recurring: { interval: 'month' },
          tax_behavior: 'inclusive',
          product_data: { name: `${this.config.PRODUCT_NAME} Pro` },
          lookup_key: lookupKey,
          // An archived price may still have the lookup key.
          transfer_lookup_key: true,
        },
        { idempotencyKey: `price-${lookupKey}` },
      );
      return price.id;
    });
  }
}
