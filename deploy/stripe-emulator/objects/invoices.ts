import { required } from '../core/params.ts';
import { created, equals, filter, listRoute, retrieveRoute, rowsOf } from '../core/route.ts';
import { object, oneOf, text } from '../core/rules.ts';
import type { Invoice, InvoicePayment } from '../core/stored.ts';
import type { World } from '../core/world.ts';

/** The id of the subscription that an invoice is for. */
export const subscriptionOf = (invoice: Invoice): string => invoice.parent.subscription_details.subscription;

/** How an invoice was or is to be paid, newest first. */
export const paymentsOf = (world: World, invoiceId: string): InvoicePayment[] =>
  world.store.newestFirst('invoicePayments').filter(({ invoice }) => invoice === invoiceId);

const PAYMENTS = '/v1/invoice_payments';
const payment = object({
  payment_intent: text(),
  type: required(oneOf(['payment_intent', 'payment_record'])),
});

export const invoiceRoutes = [
  listRoute<Invoice>('/v1/invoices', rowsOf('invoices'), {
    created,
    customer: equals('customer'),
    status: equals('status', oneOf(['draft', 'open', 'paid', 'uncollectible', 'void'])),
    subscription: filter(text(), (invoice: Invoice, wanted) => subscriptionOf(invoice) === wanted),
  }),
  retrieveRoute('/v1/invoices', 'invoices'),
  listRoute<InvoicePayment>(PAYMENTS, rowsOf('invoicePayments'), {
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
