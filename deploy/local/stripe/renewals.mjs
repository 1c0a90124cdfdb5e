import { emit, forgetOldEvents } from './events.mjs';
import {
  collectInvoice,
  createInvoice,
  finalizeInvoice,
  subscriptionOf,
  voidInvoice,
} from './objects/invoices.mjs';
import { expireSession } from './objects/sessions.mjs';
import { change, endNow, periodEndOf } from './objects/subscriptions.mjs';
import { nextPeriodEnd } from './periods.mjs';

/** A subscription whose first payment does not come ends. @see https://docs.stripe.com/billing/subscriptions/overview */
const INCOMPLETE_S = 23 * 3600;

/**
 * Does all that has become due, each at its own instant and in its order.
 *
 * @returns {boolean} whether there was anything
 */
export function catchUp(world) {
  const nowS = world.clock.nowS();
  let any = false;
  for (let due = earliest(world); due && due.atS <= nowS; due = earliest(world)) {
    world.clock.at(due.atS, () => due.work());
    any = true;
  }
  if (any) forgetOldEvents(world);
  return any;
}

function earliest(world) {
  let first;
  for (const due of allDue(world)) if (!first || due.atS < first.atS) first = due;
  return first;
}

function* allDue(world) {
  for (const session of Object.values(world.store.data.sessions))
    if (session.status === 'open')
      yield { atS: session.expires_at, work: () => expireSession(world, session.id) };
  for (const invoice of Object.values(world.store.data.invoices)) {
    if (invoice.status === 'draft' && invoice.automatically_finalizes_at !== null)
      yield { atS: invoice.automatically_finalizes_at, work: () => finalizeAndCollect(world, invoice) };
    if (invoice.status === 'open' && invoice.next_payment_attempt !== null)
      yield { atS: invoice.next_payment_attempt, work: () => collectRenewal(world, invoice) };
  }
  for (const subscription of Object.values(world.store.data.subscriptions)) {
    if (subscription.ended_at !== null) continue;
    if (subscription.status === 'incomplete')
      yield { atS: subscription.created + INCOMPLETE_S, work: () => expireIncomplete(world, subscription) };
    else yield { atS: periodEndOf(subscription), work: () => endPeriod(world, subscription) };
  }
}

function expireIncomplete(world, subscription) {
  voidInvoice(world, world.store.get('invoices', subscription.latest_invoice));
  change(world, subscription, { status: 'incomplete_expired', ended_at: world.clock.nowS() });
}

function endPeriod(world, subscription) {
  if (subscription.cancel_at_period_end) return endNow(world, subscription);
  const items = subscription.items.data;
  const elapsed = { start: items[0].current_period_start, end: items[0].current_period_end };
  const previous = {
    items: structuredClone(subscription.items),
    latest_invoice: subscription.latest_invoice,
  };
  for (const item of items) {
    item.current_period_start = item.current_period_end;
    item.current_period_end = nextPeriodEnd(
      subscription.billing_cycle_anchor,
      item.price.recurring,
      item.current_period_end,
    );
  }
  const invoice = createInvoice(world, subscription, 'subscription_cycle', elapsed);
  subscription.latest_invoice = invoice.id;
  emit(world, 'customer.subscription.updated', subscription, previous);
}

function finalizeAndCollect(world, invoice) {
  finalizeInvoice(world, invoice);
  collectRenewal(world, invoice);
}

function collectRenewal(world, invoice) {
  const subscription = world.store.get('subscriptions', subscriptionOf(invoice));
  const refusal = collectInvoice(world, invoice);
  if (!refusal) change(world, subscription, { status: 'active' });
  else if (invoice.next_payment_attempt !== null) change(world, subscription, { status: 'past_due' });
  else endNow(world, subscription, 'payment_failed');
}
