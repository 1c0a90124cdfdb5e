import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { firstOf } from '../core/lists.ts';
import type { StripeControls } from '../server/controls.ts';
import { startStripe } from '../server/start.ts';
import { clientOf, type Everything, openSession, periodEndOf, startAll, subscribe } from './support.ts';

const DAY_S = 86_400;
const END_OF_JANUARY_MS = Date.UTC(2027, 0, 31, 12);

let all: Everything;
let stripe: Stripe;
let controls: StripeControls;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'filemill-stripe-'));
  all = await startAll({ nowMs: () => END_OF_JANUARY_MS });
  ({ stripe, controls } = all);
});
afterEach(async () => {
  await all.stop();
  rmSync(folder, { recursive: true });
});

const endDateOf = (subscription: Stripe.Subscription) =>
  new Date(periodEndOf(subscription) * 1000).toISOString().slice(0, 10);
const statusOf = async ({ id }: Stripe.Subscription) => (await stripe.subscriptions.retrieve(id)).status;

describe('renewals', () => {
  it('keep the day of the month, or take the last day of a shorter month', async () => {
    const { subscription } = await subscribe(all);
    expect(endDateOf(subscription)).toBe('2027-02-28');
    controls.advance(29 * DAY_S);
    expect(endDateOf(await stripe.subscriptions.retrieve(subscription.id))).toBe('2027-03-31');
  });

  it('are invoiced and paid an hour after the period has ended, at that time', async () => {
    const { subscription, customer } = await subscribe(all);
    const end = periodEndOf(subscription);
    controls.advanceTo(end + 60);
    const draft = firstOf((await stripe.invoices.list({ subscription: subscription.id })).data);
    expect(draft).toMatchObject({ status: 'draft', billing_reason: 'subscription_cycle', created: end });
    controls.advanceTo(end + 7200);
    expect(await stripe.invoices.retrieve(draft.id)).toMatchObject({
      status: 'paid',
      status_transitions: { paid_at: end + 3600 },
    });
    expect(await stripe.invoices.list({ customer: customer.id, status: 'paid' })).toHaveProperty(
      'data.length',
      2,
    );
  });

  it('happen one after another when the clock jumps', async () => {
    const { subscription } = await subscribe(all);
    controls.advance(366 * DAY_S);
    const { data } = await stripe.invoices.list({ subscription: subscription.id, limit: 100 });
    expect(data.map(({ status }) => status)).toEqual(Array(13).fill('paid'));
    expect(await statusOf(subscription)).toBe('active');
  });

  it('are tried again after a failure', async () => {
    const { subscription, customer } = await subscribe(all);
    controls.failNextPayments(customer.id);
    controls.advanceTo(periodEndOf(subscription) + 3700);
    expect(await statusOf(subscription)).toBe('past_due');
    controls.advance(3 * DAY_S);
    expect(await statusOf(subscription)).toBe('active');
  });

  it('end the subscription after the third failure', async () => {
    const { subscription, customer } = await subscribe(all);
    controls.failNextPayments(customer.id, 3);
    controls.advance(28 * DAY_S + 7200);
    controls.advance(4 * DAY_S);
    expect(await statusOf(subscription)).toBe('past_due');
    controls.advance(5 * DAY_S);
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    });
    const [invoice] = (await stripe.invoices.list({ subscription: subscription.id })).data;
    expect(invoice).toMatchObject({ status: 'open', attempt_count: 3, next_payment_attempt: null });
    await controls.settled();
    expect(all.receiver.types().slice(-2)).toEqual([
      'invoice.payment_failed',
      'customer.subscription.deleted',
    ]);
  });

  it('do not happen if the subscription ends with its period', async () => {
    const { subscription } = await subscribe(all);
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    controls.advance(60 * DAY_S);
    const end = periodEndOf(subscription);
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'canceled',
      ended_at: end,
    });
    expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1);
  });
});

describe('an unpaid session or subscription', () => {
  it('expires: the session after a day, a declined subscription after 23 hours', async () => {
    const { session, customer } = await openSession(stripe);
    expect(() => controls.pay(session.id, { card: '4000000000000002' })).toThrow('declined');
    controls.advance(23 * 3600);
    const subscription = firstOf((await stripe.subscriptions.list({ customer: customer.id })).data);
    expect(subscription.status).toBe('incomplete_expired');
    controls.advance(3600);
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired');
  });
});

describe('the clock', () => {
  it('follows the file of the stack', async () => {
    const file = join(folder, 'offset');
    const emulator = await startStripe({ clockOffsetFile: file, nowMs: () => END_OF_JANUARY_MS });
    expect(emulator.controls.now()).toBe(END_OF_JANUARY_MS / 1000);
    writeFileSync(file, '90000');
    expect(emulator.controls.now()).toBe(END_OF_JANUARY_MS / 1000 + 90);
    await emulator.stop();
  });
});

describe('the state file', () => {
  it('restores everything, including the clock and the idempotency keys', async () => {
    const options = { stateFile: join(folder, 'state', 'stripe.json'), nowMs: () => END_OF_JANUARY_MS };
    const first = await startStripe(options);
    const client = clientOf(first);
    const before = await client.customers.create({ email: 'x@example.com' }, { idempotencyKey: 'k' });
    first.controls.advance(3600);
    await first.stop();
    const second = await startStripe(options);
    const again = await clientOf(second).customers.create(
      { email: 'x@example.com' },
      { idempotencyKey: 'k' },
    );
    expect(again.id).toBe(before.id);
    expect(second.controls.now()).toBe(END_OF_JANUARY_MS / 1000 + 3600);
    await second.stop();
  });
});
