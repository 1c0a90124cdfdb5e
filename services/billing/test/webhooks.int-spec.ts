import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import Stripe from 'stripe';
import { CustomerSync } from '../src/sync/customer-sync.js';
import { Rig, SECRET } from './rig.js';

const OLD_SECRET = 'whsec_that_is_being_replaced';

let rig: Rig;
beforeAll(async () => {
  rig = await Rig.start({ STRIPE_WEBHOOK_SECRET: `${SECRET}, ${OLD_SECRET}` });
});
afterAll(() => rig?.stop());

/** An event about an unknown customer, signed as Stripe signs it. */
function anEvent(secret = SECRET, ageS = 0) {
  const event = {
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'customer.updated',
    data: { object: { id: 'cus_of_others', object: 'customer' } },
  };
  const payload = JSON.stringify(event);
  const timestamp = Math.floor(rig.clock.nowMs() / 1000) - ageS;
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return { id: event.id, body: Buffer.from(payload), signature };
}

const countStored = async (id: string): Promise<number> =>
  (await rig.sql.query('SELECT FROM stripe_events WHERE id = $1', [id])).length;

describe('ReceiveWebhook', () => {
  it('refuses an event that is unsigned, signed with another secret, altered, or six minutes old', async () => {
    const good = anEvent();
    const altered = Buffer.from(good.body.toString().replace('cus_of_others', 'cus_of_another'));
    const bad = [
      { ...good, signature: '' },
      { ...good, signature: good.signature.slice(0, -2) },
      anEvent('whsec_of_another_account'),
      { ...good, body: altered },
      { ...good, body: Buffer.concat([good.body, Buffer.from(' ')]) },
      { ...good, body: Buffer.alloc(0) },
      anEvent(SECRET, 360),
    ];
    for (const { body, signature } of bad)
      await expect(rig.client.receiveWebhook({ body, signature })).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        params: { fields: { 'stripe-signature': 'does not verify' } },
      });
    expect(await countStored(good.id)).toBe(0);
  });

  it('accepts signatures of either secret while one replaces the other', async () => {
    for (const event of [anEvent(SECRET), anEvent(OLD_SECRET), anEvent(SECRET, 290)]) {
      await rig.client.receiveWebhook(event);
      expect(await countStored(event.id)).toBe(1);
    }
  });

  it('ignores a replayed event, and refuses it when it is too old', async () => {
    const event = anEvent();
    await rig.client.receiveWebhook(event);
    await rig.client.receiveWebhook(event);
    expect(await countStored(event.id)).toBe(1);
    rig.advanceClock(360_000);
    await expect(rig.client.receiveWebhook(event)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('applies an event once when it arrives a hundred times at the same time', async () => {
    rig.stripe.controls.duplicateEvents(100);
    const { userId } = await rig.aSubscriber();
    await rig.waitUntilProcessed();
    rig.stripe.controls.duplicateEvents(1);
    expect(rig.accounts.setPlanCalls.filter((call) => call.userId === userId)).toEqual([
      { userId, plan: 'pro', version: 1 },
    ]);
    expect(await rig.sql.query('SELECT FROM invoices WHERE user_id = $1', [userId])).toHaveLength(1);
  });

  it('stores the correct state when the events arrive in reverse order', async () => {
    const userId = randomUUID();
    const { checkoutUrl = '' } = await rig.client.createCheckoutSession({ userId });
    rig.stripe.controls.holdEvents();
    const { subscription } = rig.stripe.controls.pay(checkoutUrl.split('/').at(-1) ?? '');
    await rig.stripeCall('DELETE', `subscriptions/${subscription}`);
    const waiting = rig.stripe.controls.deliveries().filter(({ state }) => state === 'waiting');
    for (const { id } of waiting.reverse()) await rig.stripe.controls.resend(id);
    await rig.eventually(async () => (await rig.client.getSubscription({ userId })).state === 'cancelled');
    rig.stripe.controls.shuffleEvents();
    rig.stripe.controls.holdEvents(false);
    await rig.waitUntilProcessed();
    rig.stripe.controls.shuffleEvents(false);
    expect((await rig.client.getSubscription({ userId })).state).toBe('cancelled');
    expect(rig.accounts.planOf(userId)?.plan).not.toBe('pro');
  });

  it('processes stored and claimed events after a crash', async () => {
    const userId = randomUUID();
    const { checkoutUrl = '' } = await rig.client.createCheckoutSession({ userId });
    rig.stripe.controls.holdEvents();
    rig.stripe.controls.pay(checkoutUrl.split('/').at(-1) ?? '');
    const customer = await rig.customerOf(userId);
    await rig.service.close();
    const insert = `INSERT INTO stripe_events (id, type, object_id, customer_id, received_at, attempts, retry_at)
      VALUES ($1, 'customer.subscription.created', 'sub_x', $2, now(), $3, now() - interval '1 s')`;
    await rig.sql.query(insert, ['evt_stored', customer, 0]);
    await rig.sql.query(insert, ['evt_claimed', customer, 1]);
    await rig.startService();
    await rig.eventually(() => rig.accounts.planOf(userId)?.plan === 'pro');
    await rig.eventually(
      async () =>
        (
          await rig.sql.query(`SELECT FROM stripe_events WHERE customer_id = $1 AND processed_at IS NULL`, [
            customer,
          ])
        ).length === 0,
    );
    rig.stripe.controls.holdEvents(false);
    await rig.waitUntilProcessed();
  });

  it('acknowledges events while Stripe is unreachable and reads the object later', async () => {
    const userId = randomUUID();
    const { checkoutUrl = '' } = await rig.client.createCheckoutSession({ userId });
    rig.stripe.controls.pay(checkoutUrl.split('/').at(-1) ?? '');
    rig.stripe.controls.setUnreachable();
    await rig.stripe.controls.settled();
    expect(rig.stripe.controls.deliveries().every(({ state }) => state === 'delivered')).toBe(true);
    rig.stripe.controls.setUnreachable(false);
    await rig.eventually(() => rig.accounts.planOf(userId)?.plan === 'pro');
  });

  it('informs accounts in order once accounts is reachable again', async () => {
    rig.accounts.isUnreachable = true;
    const userId = randomUUID();
    const grant = { userId, reason: 'a test', grantedBy: 'an administrator' };
    await rig.client.grantPro(grant);
    await rig.client.grantPro({ ...grant, expiresAtMs: rig.clock.nowMs() + 60_000 });
    await rig.client.grantPro({ ...grant, expiresAtMs: rig.clock.nowMs() });
    rig.accounts.isUnreachable = false;
    await rig.waitUntilProcessed();
    const calls = rig.accounts.setPlanCalls.filter((call) => call.userId === userId);
    expect(calls.map(({ plan, version }) => [plan, version])).toEqual([
      ['pro', 1],
      ['pro', 2],
      ['free', 3],
    ]);
  });

  it('measures the time until the commit and claims the event for longer than reading from Stripe can take', async () => {
    const sync = rig.get(CustomerSync);
    const read = sync.sync.bind(sync);
    const leases: number[] = [];
    const event = anEvent();
    // Reading from Stripe seems to take a minute.
    jest.spyOn(sync, 'sync').mockImplementation(async (...args) => {
      const [row]: { ms: number }[] = await rig.sql.query(
        `SELECT extract(epoch FROM retry_at - $2)::float8 * 1000 AS ms FROM stripe_events WHERE id = $1`,
        [event.id, new Date(rig.clock.nowMs())],
      );
      leases.push(row?.ms ?? 0);
      rig.advanceClock(60_000);
      return read(...args);
    });
    await rig.client.receiveWebhook(event);
    await rig.waitUntilProcessed();
    jest.restoreAllMocks();
    expect(leases[0]).toBeGreaterThan(68_000);
    const [row]: { seconds: number }[] = await rig.sql.query(
      `SELECT extract(epoch FROM processed_at - received_at)::float8 AS seconds FROM stripe_events WHERE id = $1`,
      [event.id],
    );
    expect(row?.seconds).toBeGreaterThanOrEqual(60);
  });
});
