import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { OutboxRepository } from '../src/outbox/outbox.repository.js';
import { StripeEventsRepository } from '../src/stripe-events/stripe-events.repository.js';
import { DAY_MS, Rig } from './rig.js';

const HOUR_MS = 3_600_000;

let rig: Rig;
beforeAll(async () => {
  rig = await Rig.start();
});
afterAll(() => rig?.stop());

const planOf = (userId: string) => rig.accounts.planOf(userId)?.plan;
const stateOf = async (userId: string) => (await rig.client.getSubscription({ userId })).state;

/** Moves the clock past the paid month and past the hour in which the next invoice is a draft. */
const advanceToRenewal = () => rig.advanceClock(31 * DAY_MS + 2 * HOUR_MS);

describe('a renewal', () => {
  it('keeps Pro and counts as revenue', async () => {
    const { userId, id } = await rig.aSubscriber();
    // Pro may come before the first invoice is counted.
    await rig.waitUntilProcessed();
    const before = await rig.client.getRevenue({ sinceMs: 0 });
    advanceToRenewal();
    await rig.eventually(async () => {
      const { totalMinor } = await rig.client.getRevenue({ sinceMs: 0 });
      return totalMinor === before.totalMinor + 1_000;
    });
    expect(await rig.client.getSubscription({ userId })).toEqual({ state: 'active' });
    expect(rig.accounts.planOf(userId)).toEqual({ userId, plan: 'pro', version: 1 });
    await rig.stripeCall('DELETE', `subscriptions/${id}`);
  });

  it('keeps Pro if it fails and is paid later', async () => {
    const { userId, customer, id } = await rig.aSubscriber();
    rig.stripe.controls.failNextPayments(customer, 1);
    advanceToRenewal();
    await rig.eventually(async () => (await stateOf(userId)) === 'past_due');
    expect(planOf(userId)).toBe('pro');
    rig.advanceClock(4 * DAY_MS);
    await rig.eventually(async () => (await stateOf(userId)) === 'active');
    await rig.waitUntilProcessed();
    expect(rig.accounts.planOf(userId)?.version).toBe(1);
    await rig.stripeCall('DELETE', `subscriptions/${id}`);
  });

  it('ends Pro if it fails and Stripe stops trying', async () => {
    const { userId, customer } = await rig.aSubscriber();
    rig.stripe.controls.failNextPayments(customer, 3);
    advanceToRenewal();
    await rig.eventually(async () => (await stateOf(userId)) === 'past_due');
    rig.advanceClock(9 * DAY_MS);
    await rig.eventually(() => planOf(userId) === 'free');
    await rig.eventually(async () => (await stateOf(userId)) === 'cancelled');
  });

  it('ends Pro 7 days after it fails, whatever Stripe reports', async () => {
    const { userId, customer } = await rig.aSubscriber();
    rig.stripe.controls.failNextPayments(customer, 3);
    advanceToRenewal();
    await rig.eventually(async () => (await stateOf(userId)) === 'past_due');
    await rig.waitUntilProcessed();
    rig.stripe.controls.holdEvents();
    rig.advanceClock(7 * DAY_MS - HOUR_MS);
    expect(await stateOf(userId)).toBe('past_due');
    rig.advanceClock(HOUR_MS);
    await rig.eventually(() => planOf(userId) === 'free');
    rig.stripe.controls.holdEvents(false);
  });
});

describe('a subscription whose grace period is over', () => {
  it('is replaced by a new one and is never charged again', async () => {
    const { userId, customer, id } = await rig.aSubscriber();
    rig.stripe.controls.failNextPayments(customer, 1);
    advanceToRenewal();
    await rig.eventually(async () => (await stateOf(userId)) === 'past_due');
    await rig.waitUntilProcessed();
    await rig.sql.query('UPDATE subscriptions SET grace_ends_at = created_at WHERE user_id = $1', [userId]);
    const { checkoutUrl = '' } = await rig.client.createCheckoutSession({ userId });
    await rig.eventually(() => planOf(userId) === 'free');
    rig.stripe.controls.pay(checkoutUrl.split('/').at(-1) ?? '');
    await rig.eventually(() => planOf(userId) === 'pro');
    const old = await rig.stripeCall<{ status: string }>('GET', `subscriptions/${id}`);
    expect(old.status).toBe('canceled');
    expect(await rig.client.getSubscription({ userId })).toEqual({ state: 'active' });
  });
});

describe('CancelSubscription and ResumeSubscription', () => {
  it('end Pro at the end of the period, and keep it if the cancellation is reverted', async () => {
    const { userId } = await rig.aSubscriber();
    const first = await rig.client.cancelSubscription({ userId });
    expect(first.alreadyCancelled).toBe(false);
    expect(first.cancellationDateMs - rig.clock.nowMs()).toBeGreaterThan(27 * DAY_MS);
    const again = await rig.client.cancelSubscription({ userId });
    expect(again).toEqual({ ...first, alreadyCancelled: true });
    await rig.eventually(() => rig.accounts.planOf(userId)?.version === 2);
    expect(rig.accounts.planOf(userId)).toMatchObject({
      plan: 'pro',
      subscriptionExpiresAtMs: first.cancellationDateMs,
      subscriptionCancelledAtMs: expect.any(Number),
    });
    await rig.client.resumeSubscription({ userId });
    await rig.client.resumeSubscription({ userId });
    await rig.eventually(() => rig.accounts.planOf(userId)?.version === 3);
    expect(rig.accounts.planOf(userId)).toEqual({ userId, plan: 'pro', version: 3 });

    await rig.client.cancelSubscription({ userId });
    await rig.waitUntilProcessed();
    // Stripe sends no events, so only the passing of time can end it.
    rig.stripe.controls.holdEvents();
    rig.advanceClock(first.cancellationDateMs - rig.clock.nowMs() - 5_000);
    expect(await rig.client.getSubscription({ userId })).toMatchObject({ state: 'active' });
    rig.advanceClock(5_000);
    await rig.eventually(() => planOf(userId) === 'free');
    rig.stripe.controls.holdEvents(false);
    await rig.waitUntilProcessed();
    expect(rig.accounts.planOf(userId)).toEqual({ userId, plan: 'free', version: 5 });
    await expect(rig.client.cancelSubscription({ userId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await rig.client.createCheckoutSession({ userId })).status).toBe('created');
  });

  it('cancel and resume all of several subscriptions', async () => {
    const { userId, customer, id } = await rig.aSubscriber();
    const second = await rig.secondSubscription(customer);
    const renewing = async () => {
      const path = `subscriptions?customer=${customer}`;
      const { data } = await rig.stripeCall<{ data: { id: string; cancel_at_period_end: boolean }[] }>(
        'GET',
        path,
      );
      return data.filter((one) => !one.cancel_at_period_end).map((one) => one.id);
    };
    expect((await renewing()).sort()).toEqual([id, second].sort());
    expect((await rig.client.cancelSubscription({ userId })).alreadyCancelled).toBe(false);
    expect(await renewing()).toEqual([]);
    expect((await rig.client.cancelSubscription({ userId })).alreadyCancelled).toBe(true);
    await rig.client.resumeSubscription({ userId });
    expect(await renewing()).toHaveLength(2);
    // The user has cancelled one at Stripe; billing cancels the other.
    await rig.stripeCall('POST', `subscriptions/${second}`, 'cancel_at_period_end=true');
    expect((await rig.client.cancelSubscription({ userId })).alreadyCancelled).toBe(false);
    expect(await renewing()).toEqual([]);
    for (const one of [id, second]) await rig.stripeCall('DELETE', `subscriptions/${one}`);
    await rig.waitUntilProcessed();
  });

  it('answer NOT_FOUND without a paid subscription', async () => {
    const userId = randomUUID();
    await rig.client.grantPro({ userId, reason: 'a test', grantedBy: 'an administrator' });
    await expect(rig.client.cancelSubscription({ userId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(rig.client.resumeSubscription({ userId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('change nothing while Stripe is unreachable', async () => {
    const { userId } = await rig.aSubscriber();
    rig.stripe.controls.setUnreachable();
    const call = rig.client.cancelSubscription({ userId }, { deadlineMs: 20_000 });
    await expect(call).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    rig.stripe.controls.setUnreachable(false);
    expect(await rig.client.getSubscription({ userId })).toEqual({ state: 'active' });
  });
});

describe('GrantPro', () => {
  it('is independent of a paid subscription; the later end applies', async () => {
    const { userId, id } = await rig.aSubscriber();
    const { cancellationDateMs } = await rig.client.cancelSubscription({ userId });
    const grantEndsMs = cancellationDateMs + 10 * DAY_MS;
    await rig.client.grantPro({ userId, expiresAtMs: grantEndsMs, reason: 'sorry', grantedBy: 'admin' });
    await rig.eventually(() => rig.accounts.planOf(userId)?.subscriptionExpiresAtMs === grantEndsMs);
    await rig.stripeCall('DELETE', `subscriptions/${id}`);
    await rig.waitUntilProcessed();
    expect(planOf(userId)).toBe('pro');
    const { payingUsers } = await rig.client.getRevenue({ sinceMs: 0 });
    const paid = await rig.sql.query(
      `SELECT FROM subscriptions WHERE source = 'stripe' AND state <> 'cancelled'
          AND (grace_ends_at IS NULL OR grace_ends_at > $1)`,
      [new Date(rig.clock.nowMs())],
    );
    expect(payingUsers).toBe(paid.length);
    rig.advanceClock(grantEndsMs - rig.clock.nowMs());
    await rig.eventually(() => planOf(userId) === 'free');
  });

  it('replaces an earlier grant and ends Pro when its time is over', async () => {
    const userId = randomUUID();
    const grant = { userId, reason: 'a test', grantedBy: 'admin' };
    await Promise.all([rig.client.grantPro(grant), rig.client.grantPro(grant)]);
    expect(await stateOf(userId)).toBe('active');
    await rig.client.grantPro({ ...grant, expiresAtMs: rig.clock.nowMs() });
    expect(await stateOf(userId)).toBe('cancelled');
  });
});

describe('revenue and user data', () => {
  it('subtracts a refund from the revenue of its day', async () => {
    const { customer } = await rig.aSubscriber();
    await rig.waitUntilProcessed();
    rig.advanceClock(DAY_MS);
    const before = await rig.client.getRevenue({ sinceMs: rig.clock.nowMs() - 2 * DAY_MS });
    const { data } = await rig.stripeCall<{ data: { id: string }[] }>('GET', `charges?customer=${customer}`);
    await rig.stripeCall('POST', 'refunds', `charge=${data[0]?.id}&amount=400`);
    await rig.waitUntilProcessed();
    const after = await rig.client.getRevenue({ sinceMs: rig.clock.nowMs() - 2 * DAY_MS });
    expect(after.totalMinor).toBe(before.totalMinor - 400);
    expect(after.sinceMinor).toBe(before.sinceMinor - 400);
    expect(after.days.at(-1)).toEqual({
      date: new Date(rig.clock.nowMs()).toISOString().slice(0, 10),
      minor: -400,
    });
    expect(after.currency).toBe('EUR');
  });

  it('deletes a user and ends the subscription at Stripe, but keeps the amounts', async () => {
    const { userId, customer, id } = await rig.aSubscriber();
    await rig.waitUntilProcessed();
    const { data } = await rig.client.exportUser({ userId });
    expect(data).toMatchObject({
      customer: { stripeCustomerId: customer },
      subscriptions: [{ stripeSubscriptionId: id, state: 'active' }],
      invoices: [{ paidMinor: 1_000, currency: 'EUR' }],
    });
    const before = await rig.client.getRevenue({ sinceMs: 0 });
    rig.stripe.controls.setUnreachable();
    const refused = rig.client.eraseUser({ userId }, { deadlineMs: 20_000 });
    await expect(refused).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    rig.stripe.controls.setUnreachable(false);
    await rig.client.eraseUser({ userId });
    await rig.client.eraseUser({ userId });
    await rig.waitUntilProcessed();
    const { status } = await rig.stripeCall<{ status: string }>('GET', `subscriptions/${id}`);
    expect(status).toBe('canceled');
    expect(await rig.client.getSubscription({ userId })).toEqual({ state: 'none' });
    expect(await rig.client.getRevenue({ sinceMs: 0 })).toMatchObject({ totalMinor: before.totalMinor });
    const { data: nothing } = await rig.client.exportUser({ userId });
    expect(nothing).toEqual({ customer: null, subscriptions: [], invoices: [], refunds: [] });
  });
});

describe('the nightly comparison', () => {
  it('stores a purchase, a cancellation, an invoice and a refund whose events were lost', async () => {
    const ending = await rig.aSubscriber();
    const refunded = await rig.aSubscriber();
    const userId = randomUUID();
    const { checkoutUrl = '' } = await rig.client.createCheckoutSession({ userId });
    await rig.waitUntilProcessed();
    const before = await rig.client.getRevenue({ sinceMs: 0 });
    rig.stripe.controls.holdEvents();
    rig.stripe.controls.pay(checkoutUrl.split('/').at(-1) ?? '');
    await rig.stripeCall('DELETE', `subscriptions/${ending.id}`);
    const path = `charges?customer=${refunded.customer}`;
    const { data } = await rig.stripeCall<{ data: { id: string }[] }>('GET', path);
    await rig.stripeCall('POST', 'refunds', `charge=${data[0]?.id}`);
    await rig.reconcile();
    await rig.eventually(() => planOf(userId) === 'pro' && planOf(ending.userId) === 'free');
    const after = await rig.client.getRevenue({ sinceMs: 0 });
    expect(after.totalMinor).toBe(before.totalMinor + 1_000 - 1_000);
    const calls = rig.accounts.setPlanCalls.length;
    await rig.reconcile();
    rig.stripe.controls.holdEvents(false);
    await rig.waitUntilProcessed();
    expect(rig.accounts.setPlanCalls.length).toBe(calls);
  });
});

describe('processed rows older than 30 days', () => {
  const old = `now() - interval '31 days'`;
  const fill = (count: number) =>
    rig.sql.query(`
      INSERT INTO stripe_events (id, type, object_id, received_at, processed_at)
        SELECT 'old ' || n, 'x', 'x', ${old}, ${old} FROM generate_series(1, ${count}) n;
      INSERT INTO outbox (id, kind, user_id, version, payload, created_at, delivered_at)
        SELECT gen_random_uuid(), 'old', gen_random_uuid(), 1, '{}', ${old}, ${old}
          FROM generate_series(1, ${count})`);
  const countLeft = async () => [
    (await rig.sql.query(`SELECT FROM stripe_events WHERE id LIKE 'old %'`)).length,
    (await rig.sql.query(`SELECT FROM outbox WHERE kind = 'old'`)).length,
  ];
  it('are deleted in batches', async () => {
    await fill(5_001);
    expect(await rig.get(StripeEventsRepository).purge(new Date(rig.clock.nowMs() - 30 * DAY_MS), 1)).toBe(1);
    expect(await rig.get(OutboxRepository).purge(new Date(rig.clock.nowMs() - 30 * DAY_MS), 1)).toBe(1);
    await rig.reconcile();
    expect(await countLeft()).toEqual([0, 0]);
  });

  it('are deleted in the outbox, and the run is recorded, even if deleting in the inbox fails', async () => {
    await fill(1);
    await rig.sql.query('DELETE FROM runs');
    jest.spyOn(rig.get(StripeEventsRepository), 'purge').mockRejectedValueOnce(new Error('took too long'));
    await rig.reconcile();
    expect(await countLeft()).toEqual([1, 0]);
    expect(await rig.sql.query('SELECT name FROM runs')).toEqual([{ name: 'reconciliation' }]);
  });
});

describe('without a Stripe key', () => {
  it('payment is switched off, but grants work', async () => {
    await rig.service.close();
    await rig.startService({ STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '', STRIPE_API_URL: '' });
    const userId = randomUUID();
    await expect(rig.client.createCheckoutSession({ userId })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'Payment is switched off on this installation.',
    });
    const event = rig.client.receiveWebhook({ body: Buffer.from('{}'), signature: 't=1,v1=0' });
    await expect(event).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await rig.client.grantPro({ userId, reason: 'a test', grantedBy: 'admin' });
    await rig.eventually(() => planOf(userId) === 'pro');
    await rig.client.eraseUser({ userId });
  });
});
