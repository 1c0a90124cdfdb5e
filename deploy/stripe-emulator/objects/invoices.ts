import type Stripe from 'stripe';
import type { Metadata } from '../changes.ts';
import { required } from '../params.ts';
import { allOf, created, equals, filter, listRoute, retrieveRoute } from '../route.ts';
import { object, oneOf, text } from '../rules.ts';
import type { World } from '../world.ts';

/** What a customer owes for one period of a subscription. */
export interface Invoice
  extends Pick<
    Stripe.Invoice,
    | 'id'
    | 'object'
    | 'amount_due'
    | 'attempt_count'
    | 'attempted'
    | 'automatically_finalizes_at'
    | 'billing_reason'
    | 'created'
    | 'currency'
    | 'next_payment_attempt'
    | 'status'
    | 'status_transitions'
  > {
  readonly customer: string;
  readonly parent: {
    readonly quote_details: null;
    readonly subscription_details: { metadata: Metadata; subscription: string };
    readonly type: 'subscription_details';
  };
}

/** How an invoice was or is to be paid. */
export interface InvoicePayment
  extends Pick<
    Stripe.InvoicePayment,
    'id' | 'object' | 'amount_paid' | 'created' | 'status' | 'status_transitions'
  > {
  readonly invoice: string;
  readonly payment: { readonly payment_intent: string; readonly type: 'payment_intent' };
}

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
