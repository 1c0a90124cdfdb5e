import { customerRoutes } from './objects/customers.mjs';
import { eventRoutes } from './objects/events.mjs';
import { invoiceRoutes } from './objects/invoices.mjs';
import { paymentRoutes } from './objects/payments.mjs';
import { priceRoutes } from './objects/prices.mjs';
import { productRoutes } from './objects/products.mjs';
import { refundRoutes } from './objects/refunds.mjs';
import { sessionRoutes } from './objects/sessions.mjs';
import { subscriptionRoutes } from './objects/subscriptions.mjs';

/** Every call of Stripe's API that is emulated; `params` are all that it takes besides `expand`. */
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
