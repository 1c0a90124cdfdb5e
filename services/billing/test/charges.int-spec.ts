import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import Stripe from 'stripe';
import { StripeApi } from '../src/stripe/stripe-api.js';
import { Rig, SECRET } from './rig.js';

let rig: Rig;
beforeAll(async () => {
  rig = await Rig.start();
});
afterEach(async () => {
  rig.stripe.controls.holdEvents(false);
  await rig.waitUntilProcessed();
});
afterAll(() => rig?.stop());

/** Sends an event about a charge, signed like an event of Stripe; its object names no customer. @returns its id */
async function send(type: string, object: Record<string, unknown>): Promise<string> {
  const id = `evt_${randomUUID()}`;
  const payload = JSON.stringify({ id, object: 'event', type, data: { object } });
  const timestamp = Math.floor(rig.clock.nowMs() / 1000);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET, timestamp });
  await rig.client.receiveWebhook({ body: Buffer.from(payload), signature });
  return id;
}

const isProcessed = async (id: string): Promise<boolean> =>
  (await rig.sql.query('SELECT FROM stripe_events WHERE id = $1 AND processed_at IS NOT NULL', [id])).length >
  0;

/** A user who has paid once; Stripe sends no further events about them by itself. */
async function aPayer(): Promise<{ userId: string; charge: string; subscription: string }> {
  const { userId, customer, id: subscription } = await rig.aSubscriber();
  await rig.waitUntilProcessed();
  rig.stripe.controls.holdEvents();
  const { data } = await rig.stripeCall<{ data: { id: string }[] }>('GET', `charges?customer=${customer}`);
  return { userId, charge: data[0]?.id ?? '', subscription };
}

const refundedMinor = async (userId: string): Promise<number[]> => {
  const rows: { refunded: number }[] = await rig.sql.query(
    'SELECT refunded_minor::int AS refunded FROM refunds WHERE user_id = $1',
    [userId],
  );
  return rows.map(({ refunded }) => refunded);
};

describe('an event about a charge that names no customer', () => {
  it('records a refund for the customer of the charge', async () => {
    const { userId, charge } = await aPayer();
    const { id } = await rig.stripeCall<{ id: string }>('POST', 'refunds', `charge=${charge}&amount=300`);
    const event = await send('refund.updated', { id, object: 'refund', charge });
    await rig.eventually(() => isProcessed(event));
    expect(await refundedMinor(userId)).toEqual([300]);
  });

  it('reads the customer of a disputed charge again', async () => {
    const { userId, charge, subscription } = await aPayer();
    await rig.stripeCall('DELETE', `subscriptions/${subscription}`);
    const event = await send('charge.dispute.created', { id: 'du_1', object: 'dispute', charge });
    await rig.eventually(() => isProcessed(event));
    expect((await rig.client.getSubscription({ userId })).state).toBe('cancelled');
    await rig.eventually(() => rig.accounts.planOf(userId)?.plan === 'free');
  });

  it('waits while Stripe is unreachable and does not delay other events', async () => {
    const { userId, charge } = await aPayer();
    const { id } = await rig.stripeCall<{ id: string }>('POST', 'refunds', `charge=${charge}&amount=100`);
    rig.stripe.controls.setUnreachable();
    const waiting = await send('refund.updated', { id, object: 'refund', charge });
    const other = await send('payout.paid', { id: 'po_1', object: 'payout' });
    await rig.eventually(() => isProcessed(other));
    expect(await isProcessed(waiting)).toBe(false);
    rig.stripe.controls.setUnreachable(false);
    await rig.eventually(() => isProcessed(waiting));
    expect(await refundedMinor(userId)).toEqual([100]);
  });

  it.each([
    [
      'a charge that Stripe does not know',
      { id: 'du_2', object: 'dispute', charge: 'ch_of_another_account' },
    ],
    ['no charge', { id: 're_2', object: 'refund', charge: null }],
  ])('is acknowledged and stored if it names %s', async (_case, object) => {
    const event = await send(`${object.object === 'dispute' ? 'charge.dispute' : 'refund'}.created`, object);
    await rig.eventually(() => isProcessed(event));
  });

  it('is acknowledged and stored if its charge has no customer', async () => {
    const find = jest.spyOn(rig.get(StripeApi), 'find').mockResolvedValue({ id: 'ch_1', customer: null });
    const event = await send('charge.refunded', { id: 'ch_1', object: 'charge', customer: null });
    await rig.eventually(() => isProcessed(event));
    expect(find).toHaveBeenCalledTimes(1);
    find.mockRestore();
  });

  it('lets the customer be read if a refund names one but no charge', async () => {
    const { userId, subscription } = await aPayer();
    const customer = await rig.customerOf(userId);
    await rig.stripeCall('DELETE', `subscriptions/${subscription}`);
    const event = await send('refund.created', { id: 're_3', object: 'refund', charge: null, customer });
    await rig.eventually(() => isProcessed(event));
    expect((await rig.client.getSubscription({ userId })).state).toBe('cancelled');
  });
});
