import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { firstOf } from '../core/lists.ts';
import type { StripeControls } from '../server/controls.ts';
import { startStripe } from '../server/start.ts';
import {
  clientOf,
  type Everything,
  openSession,
  type Receiver,
  startAll,
  startReceiver,
  subscribe,
  WEBHOOK_SECRET,
} from './support.ts';

let all: Everything;
let stripe: Stripe;
let controls: StripeControls;
let receiver: Receiver;
beforeEach(async () => {
  all = await startAll();
  ({ stripe, controls, receiver } = all);
});
afterEach(() => all.stop());

describe('events', () => {
  it('are signed and sent in the order in which they happened', async () => {
    const { customer, subscription } = await subscribe(all);
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    const { data } = await stripe.charges.list({ customer: customer.id });
    await stripe.refunds.create({ charge: firstOf(data).id });
    await stripe.subscriptions.cancel(subscription.id);
    await controls.settled();
    expect(receiver.types()).toEqual([
      'product.created',
      'price.created',
      'customer.created',
      'customer.subscription.created',
      'invoice.created',
      'invoice.finalized',
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice_payment.paid',
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.subscription.updated',
      'checkout.session.completed',
      'customer.subscription.updated',
      'charge.refunded',
      'refund.created',
      'customer.subscription.deleted',
    ]);
    expect(receiver.events.at(-4)?.data).toMatchObject({
      previous_attributes: { cancel_at_period_end: false, canceled_at: null },
      object: { cancel_at_period_end: true },
    });
  });

  it('contain the state at their creation, and the request that caused them', async () => {
    const customer = await stripe.customers.create({ name: 'old' }, { idempotencyKey: 'k' });
    await stripe.customers.update(customer.id, { name: 'new' });
    const { data } = await stripe.events.list({ type: 'customer.*' });
    expect(data).toMatchObject([
      { data: { object: { name: 'new' } } },
      {
        data: { object: { name: 'old' } },
        request: { id: customer.lastResponse.requestId, idempotency_key: 'k' },
      },
    ]);
    expect(await stripe.events.retrieve(firstOf(data).id)).toMatchObject({ type: 'customer.updated' });
  });

  it('are sent again until they are received', async () => {
    let failures = 2;
    receiver.answer = () => (failures-- > 0 ? 500 : 200);
    await stripe.customers.create({});
    await controls.settled();
    expect(receiver.types()).toEqual(['customer.created']);
    const { state, attempts } = firstOf(controls.deliveries());
    expect(state).toBe('delivered');
    expect(attempts.map(({ status }) => status)).toEqual([500, 500, 200]);
    const [, secondMs = 0, thirdMs = 0] = attempts.map(({ atMs }) => atMs);
    expect(thirdMs - secondMs).toBeGreaterThanOrEqual(390);
  });

  it('wait while they are held, and are sent in any order when shuffled', async () => {
    controls.holdEvents();
    controls.shuffleEvents();
    await subscribe(all);
    expect(receiver.events).toEqual([]);
    controls.holdEvents(false);
    await controls.settled();
    const made = (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type);
    expect(receiver.types().sort()).toEqual(made.sort());
  });

  it('are sent several times with one id if a test requests it', async () => {
    controls.duplicateEvents(3);
    await stripe.customers.create({});
    await controls.settled();
    expect(new Set(receiver.events.map(({ id }) => id)).size).toBe(1);
    expect(receiver.events).toHaveLength(3);
    expect(await controls.resend(firstOf(receiver.events).id, 20)).toEqual(Array(20).fill(200));
    expect(receiver.events).toHaveLength(23);
  });

  it('survive a restart of the sender', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'filemill-stripe-'));
    const target = await startReceiver();
    const options = {
      webhookUrl: target.url,
      webhookSecret: `whsec_next,${WEBHOOK_SECRET}`,
      stateFile: join(folder, 'state.json'),
    };
    const first = await startStripe(options);
    first.controls.holdEvents();
    const control = (name: string, args: unknown[]) =>
      fetch(`${first.url}/_test/${name}`, {
        method: 'POST',
        body: JSON.stringify(args),
        headers: { 'content-type': 'application/json' },
      });
    const { session } = await openSession(clientOf(first));
    expect((await control('pay', [session.id])).status).toBe(200);
    expect((await control('pay', [session.id])).status).toBe(400);
    await first.stop();
    const second = await startStripe(options);
    await second.controls.settled();
    expect(target.types()).toContain('checkout.session.completed');
    // There is one signature for each secret of a rotation.
    expect(target.signatures[0]).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    await second.stop();
    target.stop();
    rmSync(folder, { recursive: true });
  });

  it('go to loopback only', async () => {
    const elsewhere = startStripe({ webhookUrl: 'http://192.0.2.1/', webhookSecret: 'whsec_x' });
    await expect(elsewhere).rejects.toThrow('loopback');
  });
});

describe('setUnreachable', () => {
  it('answers 503 until it is switched back', async () => {
    controls.setUnreachable();
    await expect(stripe.customers.create({})).rejects.toMatchObject({ statusCode: 503 });
    controls.setUnreachable(false);
    expect((await stripe.customers.list()).data).toEqual([]);
  });
});
