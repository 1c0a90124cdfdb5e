import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DAY_MS, Rig } from './rig.js';

let rig: Rig;
/** Such as `POST /v1/customers`: Stripe becomes unreachable after it has answered this call. */
let lastCall = '';
beforeAll(async () => {
  rig = await Rig.start({}, ({ method, path }) => {
    if (`${method} ${path}` === lastCall) rig.stripe.controls.setUnreachable();
  });
});
afterEach(() => {
  lastCall = '';
  rig.stripe.controls.setUnreachable(false);
});
afterAll(() => rig?.stop());

const sessionOf = (url = ''): string => url.split('/').at(-1) ?? '';

describe('CreateCheckoutSession', () => {
  it('uses the monthly price of the plan table, taxes included', async () => {
    const { status, checkoutUrl } = await rig.client.createCheckoutSession({ userId: randomUUID() });
    expect(status).toBe('created');
    const session = await rig.stripeCall<{ line_items: { data: { price: object }[] } }>(
      'GET',
      `checkout/sessions/${sessionOf(checkoutUrl)}?expand[]=line_items`,
    );
    expect(session).toMatchObject({
      mode: 'subscription',
      success_url: 'http://localhost:3000/subscribe?success=true',
      cancel_url: 'http://localhost:3000/subscribe?canceled=true',
    });
    expect(session.line_items.data[0]?.price).toMatchObject({
      unit_amount: 1_000,
      currency: 'eur',
      tax_behavior: 'inclusive',
      recurring: { interval: 'month' },
    });
  });

  it('creates one customer and one checkout for many simultaneous clicks', async () => {
    const userId = randomUUID();
    const clicks = Array.from({ length: 10 }, () => rig.client.createCheckoutSession({ userId }));
    const urls = new Set((await Promise.all(clicks)).map(({ checkoutUrl }) => checkoutUrl));
    expect(urls.size).toBe(1);
    const { data } = await rig.stripeCall<{ data: object[] }>('GET', `customers?email=${userId}@example.com`);
    expect(data).toHaveLength(1);
    expect((await rig.client.createCheckoutSession({ userId })).checkoutUrl).toBe([...urls][0]);
  });

  it('does not grant Pro before the payment', async () => {
    const userId = randomUUID();
    await rig.client.createCheckoutSession({ userId });
    await rig.waitUntilProcessed();
    expect(await rig.client.getSubscription({ userId })).toEqual({ state: 'none' });
    expect(rig.accounts.planOf(userId)).toBeUndefined();
  });

  it('offers a new checkout after the old one has expired', async () => {
    const userId = randomUUID();
    const first = await rig.client.createCheckoutSession({ userId });
    rig.advanceClock(DAY_MS - 5 * 60_000);
    const second = await rig.client.createCheckoutSession({ userId });
    expect(second.checkoutUrl).not.toBe(first.checkoutUrl);
    expect(() => rig.stripe.controls.pay(sessionOf(first.checkoutUrl))).toThrow();
  });

  it('grants Pro once Stripe reports the payment, then answers already_subscribed', async () => {
    const { userId } = await rig.aSubscriber();
    expect(await rig.client.getSubscription({ userId })).toEqual({ state: 'active' });
    expect(rig.accounts.planOf(userId)).toMatchObject({ plan: 'pro', version: 1 });
    expect(await rig.client.createCheckoutSession({ userId })).toEqual({ status: 'already_subscribed' });
  });

  it('detects a purchase whose event has not arrived yet', async () => {
    const userId = randomUUID();
    const { checkoutUrl } = await rig.client.createCheckoutSession({ userId });
    rig.stripe.controls.holdEvents();
    rig.stripe.controls.pay(sessionOf(checkoutUrl));
    expect(await rig.client.createCheckoutSession({ userId })).toEqual({ status: 'already_subscribed' });
    rig.stripe.controls.holdEvents(false);
  });

  it('leaves nothing incomplete when answers are lost or Stripe is unreachable', async () => {
    const userId = randomUUID();
    rig.stripe.controls.setUnreachable();
    await expect(rig.client.createCheckoutSession({ userId }, { deadlineMs: 20_000 })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('Nothing was charged'),
    });
    rig.stripe.controls.setUnreachable(false);
    rig.stripe.controls.loseAnswers(2);
    const { status } = await rig.client.createCheckoutSession({ userId }, { deadlineMs: 20_000 });
    expect(status).toBe('created');
    const { data } = await rig.stripeCall<{ data: object[] }>('GET', `customers?email=${userId}@example.com`);
    expect(data).toHaveLength(1);
  });
});

describe('a checkout during which Stripe becomes unreachable', () => {
  it.each(['POST /v1/customers', 'GET /v1/checkout/sessions'])(
    'after %s is completed by the next try with one customer and one checkout',
    async (call) => {
      const userId = randomUUID();
      lastCall = call;
      const first = rig.client.createCheckoutSession({ userId }, { deadlineMs: 20_000 });
      await expect(first).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      lastCall = '';
      rig.stripe.controls.setUnreachable(false);
      expect((await rig.client.createCheckoutSession({ userId })).status).toBe('created');
      const customers = `customers?email=${userId}@example.com`;
      const { data: made } = await rig.stripeCall<{ data: { id: string }[] }>('GET', customers);
      expect(made).toHaveLength(1);
      expect(await rig.customerOf(userId)).toBe(made[0]?.id);
      const sessions = await rig.stripeCall<{ data: object[] }>(
        'GET',
        `checkout/sessions?customer=${made[0]?.id}`,
      );
      expect(sessions.data).toHaveLength(1);
    },
  );
});

describe('a customer who was deleted at Stripe', () => {
  it('loses Pro and can buy again as a new customer', async () => {
    const { userId, customer } = await rig.aSubscriber();
    await rig.stripeCall('DELETE', `customers/${customer}`);
    await rig.eventually(() => rig.accounts.planOf(userId)?.plan === 'free');
    await rig.waitUntilProcessed();
    await rig.aSubscriber(userId);
    expect(await rig.customerOf(userId)).not.toBe(customer);
  });
});
