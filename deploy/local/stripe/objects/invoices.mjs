import { emit } from '../events.mjs';
import { newId } from '../ids.mjs';
import { wholeList } from '../lists.mjs';
import { object, oneOf, text } from '../params.mjs';
import { created, equals, listRoute, retrieveRoute } from '../reads.mjs';
import { createPaymentIntent, payIntent } from './payments.mjs';

const DAY_S = 86_400;
/** A draft of a renewal waits for changes this long. @see https://docs.stripe.com/billing/invoices/subscription */
const DRAFT_S = 3600;
/** Days until the next try of a payment that failed; after the last the subscription ends. A setting of the account. */
export const RETRY_AFTER_DAYS = [3, 5];

/**
 * The invoice for one period of a subscription.
 *
 * @param {'subscription_create' | 'subscription_cycle'} reason
 * @param {{ start: number, end: number }} elapsed - the period before, whose end made this invoice
 */
export function createInvoice(world, subscription, reason, elapsed) {
  const now = world.clock.nowS();
  const id = newId('in');
  const customer = world.store.get('customers', subscription.customer);
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

function lineOf(world, invoice, subscription, { id, price, quantity, ...item }) {
  const product = world.store.get('products', price.product);
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
export function finalizeInvoice(world, invoice) {
  const now = world.clock.nowS();
  const customer = world.store.get('customers', invoice.customer);
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
 * @param {string} [card] - another than the one that the customer pays with
 * @returns {StripeFault | undefined} why it was declined; the next try is then set, unless this was the last
 */
export function collectInvoice(world, invoice, card) {
  const now = world.clock.nowS();
  const payment = paymentsOf(world, invoice.id)[0];
  const refusal = payIntent(world, world.store.get('paymentIntents', payment.payment.payment_intent), card);
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

/** Nobody owes an invoice any longer. */
export function voidInvoice(world, invoice) {
  Object.assign(invoice, { auto_advance: false, status: 'void' });
  invoice.status_transitions.voided_at = world.clock.nowS();
  emit(world, 'invoice.voided', invoice);
}

/** Leaves what is unpaid as it is: the subscription has ended. */
export function stopCollecting(world, subscriptionId) {
  for (const invoice of world.store.all('invoices'))
    if (subscriptionOf(invoice) === subscriptionId && ['draft', 'open'].includes(invoice.status))
      Object.assign(invoice, {
        auto_advance: false,
        automatically_finalizes_at: null,
        next_payment_attempt: null,
      });
}

/** The subscription that an invoice is for. */
export const subscriptionOf = (invoice) => invoice.parent.subscription_details.subscription;

/** How an invoice was or is to be paid, newest first. */
export const paymentsOf = (world, invoiceId) =>
  world.store.all('invoicePayments').filter(({ invoice }) => invoice === invoiceId);

const PAYMENTS = '/v1/invoice_payments';
const payment = object({
  payment_intent: text(),
  type: oneOf(['payment_intent', 'payment_record'], { required: true }),
});

export const invoiceRoutes = [
  listRoute('/v1/invoices', 'invoices', {
    created,
    customer: equals('customer'),
    status: equals('status', oneOf(['draft', 'open', 'paid', 'uncollectible', 'void'])),
    subscription: [text(), (invoice, wanted) => subscriptionOf(invoice) === wanted],
  }),
  retrieveRoute('/v1/invoices', 'invoices', 'invoice'),
  listRoute(PAYMENTS, 'invoicePayments', {
    created,
    invoice: equals('invoice'),
    payment: [payment, (it, wanted) => it.payment.payment_intent === wanted.payment_intent],
    status: equals('status', oneOf(['canceled', 'open', 'paid'])),
  }),
  retrieveRoute(PAYMENTS, 'invoicePayments', 'invoice_payment'),
];
