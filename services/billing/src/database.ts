import type { ServiceDatabase } from '@filemill/database';
import { Customer } from './customers/customer.entity.js';
import { CreateBilling1795257600000 } from './migrations/1795257600000-create-billing.js';
import { OutboxMessage } from './outbox/outbox-message.entity.js';
import { StripeEvent } from './stripe-events/stripe-event.entity.js';
import { Subscription } from './subscriptions/subscription.entity.js';

/** What this service keeps in Postgres. */
export const billingDatabase: ServiceDatabase = {
  schema: 'billing',
  entities: [Customer, Subscription, StripeEvent, OutboxMessage],
  migrations: [CreateBilling1795257600000],
};
