import { required } from '../params.ts';
import { allOf, created, equals, filter, listRoute, retrieveRoute } from '../route.ts';
import { object, oneOf, text } from '../rules.ts';
import type { Invoice, InvoicePayment } from '../stored.ts';
import type { World } from '../world.ts';

/** The id of the subscription that an invoice is for. */
export const subscriptionOf = (invoice: Invoice): string => invoice.parent.subscription_details.subscription;

/** How an invoice was or is to be paid, newest first. */
export const paymentsOf = (world: World, invoiceId: string): InvoicePayment[] =>
  world.store.all('invoicePayments').filter(({ invoice }) => invoice === invoiceId);

const PAYMENTS = '/v1/invoice_payments';
const payment = object({
  payment_intent: text(),
  type: required(oneOf(['payment_intent', 'payment_record'])),
});

export const invoiceRoutes = [
  listRoute<Invoice>('/v1/invoices', allOf('invoices'), {
    created,
    customer: equals('customer'),
    status: equals('status', oneOf(['draft', 'open', 'paid', 'uncollectible', 'void'])),
    subscription: filter(text(), (invoice: Invoice, wanted) => subscriptionOf(invoice) === wanted),
  }),
  retrieveRoute('/v1/invoices', 'invoices'),
  listRoute<InvoicePayment>(PAYMENTS, allOf('invoicePayments'), {
    created,
    invoice: equals('invoice'),
    payment: filter(
      payment,
      (it: InvoicePayment, wanted) => it.payment.payment_intent === wanted.payment_intent,
    ),
    status: equals('status', oneOf(['canceled', 'open', 'paid'])),
  }),
  retrieveRoute(PAYMENTS, 'invoicePayments'),
];
