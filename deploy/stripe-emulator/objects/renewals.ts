import { emit, forgetOldEvents } from '../core/events.ts';
import { firstOf } from '../core/lists.ts';
import { nextPeriodEnd } from '../core/periods.ts';
import type { Invoice, Subscription } from '../core/stored.ts';
import type { World } from '../core/world.ts';
import { collectInvoice, finalizeInvoice, voidInvoice } from './collect-invoice.ts';
import { createInvoice } from './create-invoice.ts';
import { subscriptionOf } from './invoices.ts';
import { expireSession } from './sessions.ts';
import { changeSubscription, endNow, periodEndOf } from './subscriptions.ts';

/** A subscription ends if its first payment is not made in this time. @see https://docs.stripe.com/billing/subscriptions/overview */
const INCOMPLETE_S = 23 * 3600;

/** Something that happens by itself at an instant, in Unix seconds. */
interface Due {
  readonly atS: number;
  readonly work: () => void;
}

/**
 * Does everything that is due, each piece at its own instant and in order.
 *
 * @returns whether there was anything
 */
export function catchUp(world: World): boolean {
  const nowS = world.clock.nowS();
  let any = false;
  for (let due = earliest(world); due && due.atS <= nowS; due = earliest(world)) {
    world.clock.at(due.atS, due.work);
    any = true;
  }
  if (any) forgetOldEvents(world);
  return any;
}

function earliest(world: World): Due | undefined {
  let first: Due | undefined;
  for (const due of allDue(world)) if (!first || due.atS < first.atS) first = due;
  return first;
}

function* allDue(world: World): Generator<Due> {
  for (const session of Object.values(world.store.rows('sessions')))
    if (session.status === 'open')
      yield { atS: session.expires_at, work: () => expireSession(world, session.id) };
  for (const invoice of Object.values(world.store.rows('invoices'))) {
    if (invoice.status === 'draft' && invoice.automatically_finalizes_at !== null)
      yield { atS: invoice.automatically_finalizes_at, work: () => finalizeAndCollect(world, invoice) };
    if (invoice.status === 'open' && invoice.next_payment_attempt !== null)
      yield { atS: invoice.next_payment_attempt, work: () => collectRenewal(world, invoice) };
  }
  for (const subscription of Object.values(world.store.rows('subscriptions'))) {
    if (subscription.ended_at !== null) continue;
    if (subscription.status === 'incomplete')
      yield { atS: subscription.created + INCOMPLETE_S, work: () => expireIncomplete(world, subscription) };
    else yield { atS: periodEndOf(subscription), work: () => endPeriod(world, subscription) };
  }
}

function expireIncomplete(world: World, subscription: Subscription): void {
  voidInvoice(world, world.store.find('invoices', subscription.latest_invoice ?? ''));
  changeSubscription(world, subscription, { status: 'incomplete_expired', ended_at: world.clock.nowS() });
}

function endPeriod(world: World, subscription: Subscription): void {
  if (subscription.cancel_at_period_end) {
    endNow(world, subscription);
    return;
  }
  const items = subscription.items.data;
  const { current_period_start: start, current_period_end: end } = firstOf(items);
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
  const invoice = createInvoice(world, subscription, 'subscription_cycle', { start, end });
  subscription.latest_invoice = invoice.id;
  emit(world, 'customer.subscription.updated', subscription, previous);
}

function finalizeAndCollect(world: World, invoice: Invoice): void {
  finalizeInvoice(world, invoice);
  collectRenewal(world, invoice);
}

function collectRenewal(world: World, invoice: Invoice): void {
  const subscription = world.store.find('subscriptions', subscriptionOf(invoice));
  const refusal = collectInvoice(world, invoice);
  if (!refusal) changeSubscription(world, subscription, { status: 'active' });
  else if (invoice.next_payment_attempt !== null)
    changeSubscription(world, subscription, { status: 'past_due' });
  else endNow(world, subscription, 'payment_failed');
}
