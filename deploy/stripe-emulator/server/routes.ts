import { created, filter, listRoute, retrieveRoute, rowsOf } from '../core/route.ts';
import { list, text } from '../core/rules.ts';
import type { StripeEvent } from '../core/stored.ts';
import { customerRoutes } from '../objects/customers.ts';
import { invoiceRoutes } from '../objects/invoices.ts';
import { paymentRoutes } from '../objects/payments.ts';
import { priceRoutes } from '../objects/prices.ts';
import { productRoutes } from '../objects/products.ts';
import { refundRoutes } from '../objects/refunds.ts';
import { sessionRoutes } from '../objects/sessions.ts';
import { subscriptionRoutes } from '../objects/subscriptions.ts';

/** `customer.*` is every type that begins with `customer.`. */
const isOfType = ({ type }: StripeEvent, wanted: string | null): boolean =>
  wanted?.endsWith('.*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;

const eventRoutes = [
  listRoute<StripeEvent>('/v1/events', rowsOf('events'), {
    created,
    type: filter(text(), isOfType),
    types: filter(list(text(), { max: 20 }), ({ type }: StripeEvent, wanted) => wanted.includes(type)),
  }),
  retrieveRoute('/v1/events', 'events'),
];

/** Every call of Stripe's API that is emulated, with the pattern of its path. */
export const routes = [
  ...customerRoutes,
  ...productRoutes,
  ...priceRoutes,
  ...sessionRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...paymentRoutes,
  ...refundRoutes,
  ...eventRoutes,
].map((route) => ({
  ...route,
  pattern: new RegExp(`^${route.path.replace(':id', '([A-Za-z0-9_]+)')}$`),
}));
