import type { ServiceDatabase } from '@filemill/database';
import { Customer } from './customers/customer.entity.js';
import { Entitlement } from './entitlements/entitlement.entity.js';
import { CreateBilling1795257600000 } from './migrations/1795257600000-create-billing.js';
import { AddPayments1795264200000 } from './migrations/1795264200000-add-payments.js';
import { IndexWhatIsDone1795272000000 } from './migrations/1795272000000-index-what-is-done.js';
import { IndexFigures1795298400000 } from './migrations/1795298400000-index-figures.js';
import { Invoice, Refund } from './revenue/payment.entity.js';
import { Subscription } from './subscriptions/subscription.entity.js';

/** What this service keeps in Postgres; inbox and outbox are message tables, which have no entity. */
export const billingDatabase: ServiceDatabase = {
  schema: 'billing',
  entities: [Customer, Subscription, Entitlement, Invoice, Refund],
  migrations: [
    CreateBilling1795257600000,
    AddPayments1795264200000,
    IndexWhatIsDone1795272000000,
    IndexFigures1795298400000,
  ],
};
