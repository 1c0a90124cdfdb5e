import type Stripe from 'stripe';
import type { Metadata } from '../changes.ts';
import { emit } from '../events.ts';
import type { StripeFault } from '../faults.ts';
import { newId } from '../ids.ts';
import { firstOf, wholeList } from '../lists.ts';
import { object, oneOf, required, text } from '../params.ts';
import { allOf, created, equals, filter, listRoute, retrieveRoute } from '../route.ts';
import type { World } from '../world.ts';
import { findCustomer } from './find-customer.ts';
import { createPaymentIntent, payIntent } from './payments.ts';
import type { Subscription, SubscriptionItem } from './subscriptions.ts';

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

const DAY_S = 86_400;
/** A draft of a renewal can be changed this long. @see https://docs.stripe.com/billing/invoices/subscription */
const DRAFT_S = 3600;
/** Days until the next try of a failed payment; after the last try the subscription ends. A setting of the account. */
const RETRY_AFTER_DAYS = [3, 5];

/**
 * The invoice for one period of a subscription.
 *
 * @param elapsed - the period before, whose end made this invoice; Unix seconds
 */
export function createInvoice(
  world: World,
  subscription: Subscription,
  reason: 'subscription_create' | 'subscription_cycle',
  elapsed: { start: number; end: number },
): Invoice {
  const now = world.clock.nowS();
  const id = newId('in');
  const customer = findCustomer(world, subscription.customer);
  const lines = subscription.items.data.map((item) => lineOf(world, id, subscription, item));
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  const invoice = world.store.add('invoices', {
    id,
    object: 'invoice',
    account_country: 'DE',
    account_name: 'Emulator',
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_paid_off_stripe: 0,
    amount_remaining: total,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: now + DRAFT_S,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: customer.phone,
    customer_shipping: null,
    customer_tax_exempt: customer.tax_exempt,
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: wholeList(`/v1/invoices/${id}/lines`, lines),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: elapsed.end,
    period_start: elapsed.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  });
  emit(world, 'invoice.created', invoice);
  return invoice;
}

function lineOf(
  world: World,
  invoice: string,
  subscription: Subscription,
  { id, price, quantity, ...item }: SubscriptionItem,
) {
  const product = world.store.find('products', price.product);
  const amount = price.unit_amount * quantity;
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: price.currency,
    description: `${quantity} × ${product.name}`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: id,
      },
      type: 'subscription_item_details',
    },
    period: { end: item.current_period_end, start: item.current_period_start },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: product.id },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity,
    quantity_decimal: String(quantity),
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  };
}

/** Makes a draft final; it can be paid from then on. */
export function finalizeInvoice(world: World, invoice: Invoice): void {
  const now = world.clock.nowS();
  const customer = findCustomer(world, invoice.customer);
  const number = String(customer.next_invoice_sequence++).padStart(4, '0');
  Object.assign(invoice, {
    automatically_finalizes_at: null,
    effective_at: now,
    ending_balance: 0,
    number: `${customer.invoice_prefix}-${number}`,
    status: 'open',
  });
  invoice.status_transitions.finalized_at = now;
  const intent = createPaymentIntent(world, {
    customer: customer.id,
    amount: invoice.amount_due,
    currency: invoice.currency,
    description:
      invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
  });
  world.store.add('invoicePayments', {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  });
  emit(world, 'invoice.finalized', invoice);
}

/**
 * Tries to collect an open invoice once.
 *
 * @param card - another card than the customer's own
 * @returns why it was declined; the time of the next try is then set, unless this was the last
 */
export function collectInvoice(world: World, invoice: Invoice, card?: string): StripeFault | undefined {
  const now = world.clock.nowS();
  const payment = firstOf(paymentsOf(world, invoice.id));
  const intent = world.store.find('paymentIntents', payment.payment.payment_intent);
  const refusal = payIntent(world, intent, card);
  invoice.attempted = true;
  invoice.attempt_count++;
  if (refusal) {
    const days = RETRY_AFTER_DAYS[invoice.attempt_count - 1];
    const again = invoice.billing_reason === 'subscription_cycle' && days !== undefined;
    invoice.next_payment_attempt = again ? now + days * DAY_S : null;
    emit(world, 'invoice.payment_failed', invoice);
    return refusal;
  }
  Object.assign(payment, { amount_paid: invoice.amount_due, status: 'paid' });
  payment.status_transitions.paid_at = now;
  Object.assign(invoice, {
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
  });
  invoice.status_transitions.paid_at = now;
  emit(world, 'invoice_payment.paid', payment);
  emit(world, 'invoice.paid', invoice);
  emit(world, 'invoice.payment_succeeded', invoice);
  return undefined;
}

/** Cancels an invoice: nobody owes it any longer. */
export function voidInvoice(world: World, invoice: Invoice): void {
  Object.assign(invoice, { auto_advance: false, status: 'void' });
  invoice.status_transitions.voided_at = world.clock.nowS();
  emit(world, 'invoice.voided', invoice);
}

/** Stops the collection of what is unpaid, because the subscription has ended. */
export function stopCollecting(world: World, subscriptionId: string): void {
  for (const invoice of world.store.all('invoices'))
    if (
      subscriptionOf(invoice) === subscriptionId &&
      (invoice.status === 'draft' || invoice.status === 'open')
    )
      Object.assign(invoice, {
        auto_advance: false,
        automatically_finalizes_at: null,
        next_payment_attempt: null,
      });
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
