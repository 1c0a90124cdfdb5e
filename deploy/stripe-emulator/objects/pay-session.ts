import { keepCard, readCard } from '../core/cards.ts';
import { emit } from '../core/events.ts';
import { invalid } from '../core/faults.ts';
import type { Invoice, Session, Subscription } from '../core/stored.ts';
import type { World } from '../core/world.ts';
import { collectInvoice, finalizeInvoice } from './collect-invoice.ts';
import { createInvoice } from './create-invoice.ts';
import { detailsOf } from './create-session.ts';
import { createSubscription } from './create-subscription.ts';
import { createCustomer } from './customers.ts';
import { changeSubscription } from './subscriptions.ts';

/** What somebody types on the payment page. */
export interface TypedPayment {
  readonly card?: string;
  /** Needed if the session does not know one. */
  readonly email?: string;
}

/**
 * Pays an open session and begins its subscription.
 *
 * @throws {StripeFault} card_declined, and the session stays open
 */
export function paySession(
  world: World,
  id: string,
  typed: TypedPayment,
): Session & { subscription: string } {
  const session = world.store.find('sessions', id);
  if (session.status !== 'open') throw invalid('This Checkout Session is no longer active.');
  const card = readCard(typed.card);
  const email = session.customer_details?.email ?? typed.email;
  if (!email) throw invalid('Your e-mail address is needed.', { param: 'email' });
  const customer = session.customer
    ? world.store.findCustomer(session.customer, 'customer')
    : createCustomer(world, { email });
  session.customer = customer.id;
  const { subscription, invoice } = beginSubscription(world, session.id, customer.id);
  const refusal = collectInvoice(world, invoice, card);
  if (refusal) throw refusal;
  keepCard(world, customer.id, card);
  customer.currency = invoice.currency;
  changeSubscription(world, subscription, { status: 'active' });
  const paid = Object.assign(session, {
    customer_details: { ...detailsOf(customer), email },
    invoice: invoice.id,
    payment_status: 'paid' as const,
    status: 'complete' as const,
    subscription: subscription.id,
    url: null,
  });
  emit(world, 'checkout.session.completed', paid);
  return paid;
}

/** The subscription of a session, and its unpaid invoice: a second card pays the same ones as the first. */
function beginSubscription(
  world: World,
  sessionId: string,
  customer: string,
): { subscription: Subscription; invoice: Invoice } {
  const order = world.store.find('sessionLines', sessionId);
  const begun = order.subscription && world.store.get('subscriptions', order.subscription);
  if (begun && begun.status === 'incomplete' && begun.latest_invoice)
    return { subscription: begun, invoice: world.store.find('invoices', begun.latest_invoice) };
  const { lines, description, metadata } = order;
  const subscription = createSubscription(world, { customer, lines, metadata, description });
  const now = world.clock.nowS();
  const invoice = createInvoice(world, subscription, 'subscription_create', { start: now, end: now });
  subscription.latest_invoice = invoice.id;
  order.subscription = subscription.id;
  finalizeInvoice(world, invoice);
  return { subscription, invoice };
}
