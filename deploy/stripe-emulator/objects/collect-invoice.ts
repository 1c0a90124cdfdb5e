import { emit } from '../core/events.ts';
import type { StripeFault } from '../core/faults.ts';
import { firstOf } from '../core/lists.ts';
import { newId } from '../core/store.ts';
import type { Invoice } from '../core/stored.ts';
import type { World } from '../core/world.ts';
import { paymentsOf, subscriptionOf } from './invoices.ts';
import { createPaymentIntent, payIntent } from './payments.ts';

const DAY_S = 86_400;
/** Days until the next try of a failed payment; after the last try the subscription ends. A setting of the account. */
const RETRY_AFTER_DAYS = [3, 5];

/** Makes a draft final; it can be paid from then on. */
export function finalizeInvoice(world: World, invoice: Invoice): void {
  const now = world.clock.nowS();
  const customer = world.store.findCustomer(invoice.customer);
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
  for (const invoice of world.store.newestFirst('invoices'))
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
