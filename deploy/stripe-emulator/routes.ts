import { customerRoutes } from './objects/customers.ts';
import { eventRoutes } from './objects/events.ts';
import { invoiceRoutes } from './objects/invoices.ts';
import { paymentRoutes } from './objects/payments.ts';
import { priceRoutes } from './objects/prices.ts';
import { productRoutes } from './objects/products.ts';
import { refundRoutes } from './objects/refunds.ts';
import { sessionRoutes } from './objects/sessions.ts';
import { subscriptionRoutes } from './objects/subscriptions.ts';

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
