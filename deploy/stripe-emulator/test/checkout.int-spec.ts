import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { firstOf } from '../core/lists.ts';
import { type Everything, expanded, openSession, periodEndOf, startAll, subscribe } from './support.ts';

let all: Everything;
let stripe: Stripe;
beforeAll(async () => {
  all = await startAll();
  stripe = all.stripe;
});
afterAll(() => all.stop());

const submit = (session: { url: string }, fields: Record<string, string>) =>
  fetch(session.url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

describe('the payment page', () => {
  it('shows the product, the price, the period, the customer and a link back', async () => {
    const { session } = await openSession(stripe);
    const page = await (await fetch(session.url)).text();
    for (const shown of ['Filemill Pro', '€10.00', 'every month', 'ada@example.com', session.cancel_url])
      expect(page).toContain(shown);
  });

  it('pays, leads to success_url and begins the subscription', async () => {
    const { session, customer } = await openSession(stripe);
    const answer = await submit(session, { card: '4242 4242 4242 4242' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(
      `http://127.0.0.1/subscribe?success=true&session=${session.id}`,
    );
    const paid = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['subscription', 'invoice.payments'],
    });
    expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid', url: null, amount_total: 1000 });
    const subscription = expanded(paid.subscription);
    expect(subscription).toMatchObject({
      status: 'active',
      customer: customer.id,
      metadata: { userId: 'u1' },
      cancel_at_period_end: false,
    });
    const item = firstOf(subscription.items.data);
    expect(item.current_period_end - item.current_period_start).toBeGreaterThanOrEqual(28 * 86_400);
    const invoice = expanded(paid.invoice);
    expect(invoice).toMatchObject({
      status: 'paid',
      amount_paid: 1000,
      currency: 'eur',
      billing_reason: 'subscription_create',
      parent: { subscription_details: { subscription: subscription.id } },
    });
    const { payment } = firstOf(invoice.payments?.data ?? []);
    const intent = await stripe.paymentIntents.retrieve(String(payment.payment_intent));
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 1000 });
  });

  it('keeps the session open when the card is declined, and pays the same subscription with another', async () => {
    const { session, customer } = await openSession(stripe);
    const declined = await submit(session, { card: '4000000000000002' });
    expect([declined.status, await declined.text()]).toEqual([
      402,
      expect.stringContaining('Your card was declined.'),
    ]);
    const list = () => stripe.subscriptions.list({ customer: customer.id, status: 'all' });
    expect((await list()).data.map(({ status }) => status)).toEqual(['incomplete']);
    expect((await submit(session, { card: '4242424242424242' })).status).toBe(303);
    expect((await list()).data.map(({ status }) => status)).toEqual(['active']);
  });

  it('refuses a number that is not a test card', async () => {
    const { session } = await openSession(stripe);
    expect((await submit(session, { card: '4111111111111111' })).status).toBe(400);
    expect((await submit(session, { card: '4242424242424241' })).status).toBe(400);
  });

  it('pays once', async () => {
    const { session, customer } = await openSession(stripe);
    await Promise.all([1, 2, 3].map(() => submit(session, { card: '4242424242424242' })));
    expect((await stripe.subscriptions.list({ customer: customer.id })).data).toHaveLength(1);
  });

  it('creates a customer if only the e-mail address is known', async () => {
    const { session } = await openSession(stripe, { customer: '', customer_email: 'new@example.com' });
    await submit(session, { card: '4242424242424242' });
    const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['customer'] });
    expect(paid).toMatchObject({ customer: { email: 'new@example.com' } });
  });

  it('writes a name into the page as text', async () => {
    const customer = await stripe.customers.create({ email: '"><script>1</script>@example.com' });
    const { session } = await openSession(stripe, { customer: customer.id });
    expect(await (await fetch(session.url)).text()).not.toContain('<script>');
  });

  it('refuses payment for a session that has expired', async () => {
    const { session } = await openSession(stripe);
    await stripe.checkout.sessions.expire(session.id);
    expect((await submit(session, { card: '4242424242424242' })).status).toBe(400);
    await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({ statusCode: 400 });
  });
});

describe('subscriptions', () => {
  it('end with their period after cancel_at_period_end, and renew when it is reset', async () => {
    const { subscription } = await subscribe(all);
    const ending = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    expect(ending).toMatchObject({
      status: 'active',
      cancel_at: periodEndOf(subscription),
      canceled_at: expect.any(Number),
    });
    const renewing = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false });
    expect(renewing).toMatchObject({ cancel_at: null, canceled_at: null, cancel_at_period_end: false });
  });

  it('end at once', async () => {
    const { subscription, customer } = await subscribe(all);
    expect((await stripe.subscriptions.cancel(subscription.id)).status).toBe('canceled');
    expect((await stripe.subscriptions.list({ customer: customer.id })).data).toEqual([]);
    await expect(stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({ statusCode: 404 });
    const resume = stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false });
    await expect(resume).rejects.toMatchObject({ statusCode: 400 });
  });
});

describe('refunds', () => {
  it('refund in parts, and never more than was paid', async () => {
    const { customer } = await subscribe(all);
    const { data } = await stripe.charges.list({ customer: customer.id });
    const { id: charge, payment_intent } = firstOf(data);
    await stripe.refunds.create({ charge, amount: 300 });
    await expect(stripe.refunds.create({ charge, amount: 701 })).rejects.toMatchObject({ param: 'amount' });
    await stripe.refunds.create({ payment_intent: String(payment_intent) });
    const after = await stripe.charges.retrieve(charge, { expand: ['refunds'] });
    expect(after).toMatchObject({ amount_refunded: 1000, refunded: true });
    expect(after.refunds?.data.map(({ amount }) => amount)).toEqual([700, 300]);
    await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
  });
});
