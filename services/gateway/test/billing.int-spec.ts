import { AppError } from '@filemill/errors';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestGateway } from './support/gateway.js';
import type { TestUser } from './support/memory-accounts.js';

const ENDS_AT_MS = Date.parse('2026-12-21T09:00:00Z');

/** Billing's rpcs, each with an answer that a test may replace. */
const rpcs = {
  events: [] as { body: Buffer; signature: string }[],
  checkout: (_userId: string): object => ({ status: 'created', checkoutUrl: 'https://pay.example/c/1' }),
  createCheckoutSession: async ({ userId }: { userId: string }) => rpcs.checkout(userId),
  cancelOptions: [] as unknown[],
  cancelSubscription: async (_request: object, options?: object) => {
    rpcs.cancelOptions.push(options);
    return { cancellationDateMs: ENDS_AT_MS, alreadyCancelled: rpcs.isCancelled };
  },
  resumeSubscription: async () => ({}),
  isCancelled: false,
  receiveWebhook: async (event: { body: Buffer; signature: string }) => {
    if (event.signature !== 'good')
      throw new AppError('INVALID_REQUEST', { fields: { 'stripe-signature': 'does not verify' } });
    rpcs.events.push(event);
    return {};
  },
};

let gateway: TestGateway;
let user: TestUser;
beforeAll(async () => {
  gateway = await TestGateway.start();
  Object.assign(gateway.billing, rpcs);
  user = await gateway.accounts.addUser({ plan: 'pro' });
});
beforeEach(() => {
  rpcs.events.length = 0;
});
afterAll(() => gateway?.stop());

const post = async (path: string, headers: Record<string, string> = user.bearer, body?: string) => {
  const response = await gateway.fetch(path, {
    method: 'POST',
    headers,
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  return { status: response.status, body: (text ? JSON.parse(text) : null) as Record<string, unknown> };
};

describe('a signed-in user’s subscription', () => {
  it('is bought once, on a page of Stripe', async () => {
    expect(await post('/api/create-checkout-session')).toEqual({
      status: 200,
      body: { status: 'created', checkoutUrl: 'https://pay.example/c/1' },
    });
    rpcs.checkout = () => ({ status: 'already_subscribed' });
    expect((await post('/api/create-checkout-session')).body).toEqual({
      status: 'already_subscribed',
      message: 'You already have an active Pro subscription.',
    });
  });

  it('answers that payment is unavailable while Stripe is not configured', async () => {
    rpcs.checkout = () => {
      throw new AppError('UNAVAILABLE', { message: 'Payment is switched off on this installation.' });
    };
    expect(await post('/api/create-checkout-session')).toMatchObject({
      status: 503,
      body: { error: { code: 'unavailable', message: 'Payment is switched off on this installation.' } },
    });
  });

  it('is cancelled with its end date, also when cancelled twice, and resumed', async () => {
    expect(await post('/api/cancel-subscription')).toEqual({
      status: 200,
      body: {
        message: 'Your subscription has been cancelled. You keep Pro until December 21, 2026.',
        cancellationDate: '2026-12-21T09:00:00.000Z',
        alreadyCancelled: false,
      },
    });
    // Not retried: a second try after a lost answer would report that it was already cancelled.
    expect(rpcs.cancelOptions).toEqual([expect.objectContaining({ retry: false })]);
    Object.assign(gateway.billing, {
      cancelSubscription: async () => ({ cancellationDateMs: ENDS_AT_MS, alreadyCancelled: true }),
    });
    expect((await post('/api/cancel-subscription')).body).toMatchObject({
      message: 'Your subscription is already cancelled. You keep Pro until December 21, 2026.',
      alreadyCancelled: true,
    });
    expect(await post('/api/resume-subscription')).toMatchObject({
      status: 200,
      body: { message: expect.any(String) },
    });
  });

  it('cannot be changed without a bearer token', async () => {
    for (const path of ['create-checkout-session', 'cancel-subscription', 'resume-subscription'])
      for (const headers of [{}, user.key])
        expect([path, (await post(`/api/${path}`, headers)).status]).toEqual([path, 401]);
  });

  it('answers 404 to a user without one, and 401 to a user whom another gateway has deleted', async () => {
    const deleted = await gateway.accounts.addUser();
    const missing = () => Promise.reject(new AppError('NOT_FOUND'));
    const { cancelSubscription, resumeSubscription } = rpcs;
    Object.assign(gateway.billing, { cancelSubscription: missing, resumeSubscription: missing });
    rpcs.checkout = () => {
      throw new AppError('NOT_FOUND');
    };
    for (const path of ['cancel-subscription', 'resume-subscription'])
      expect(await post(`/api/${path}`, deleted.bearer)).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found' } },
      });
    gateway.accounts.accounts.delete(deleted.id);
    for (const path of ['create-checkout-session', 'cancel-subscription', 'resume-subscription'])
      expect(await post(`/api/${path}`, deleted.bearer)).toMatchObject({
        status: 401,
        body: { error: { code: 'unauthenticated' } },
      });
    Object.assign(gateway.billing, { cancelSubscription, resumeSubscription });
  });

  it('refuses unknown fields', async () => {
    const headers = { ...user.bearer, 'content-type': 'application/json' };
    expect((await post('/api/create-checkout-session', headers, '{"plan":"pro"}')).status).toBe(400);
    expect((await post('/api/resume-subscription', headers, '{}')).status).toBe(200);
  });
});

describe('POST /api/billing/webhook', () => {
  const signed = (type: string) => ({ 'stripe-signature': 'good', 'content-type': type });

  it('passes the body on unchanged, whatever its content type', async () => {
    // A JSON parser would drop the spaces, the duplicate key and the trailing zeros.
    const body = '{ "id" : "evt_1",\r\n "a":1.000, "a": 2, "__proto__": null, "ü": "\\u00fc" }\n';
    for (const type of ['application/json; charset=utf-8', 'text/plain', 'application/x-www-form-urlencoded'])
      expect(await post('/api/billing/webhook', signed(type), body)).toEqual({ status: 200, body: null });
    expect(rpcs.events.map((event) => event.body.toString())).toEqual([body, body, body]);
  });

  it('refuses with 400 a body that fails verification or is larger than 1 MB', async () => {
    const bad: [Record<string, string>, string][] = [
      [{ 'content-type': 'application/json' }, '{}'],
      [{ ...signed('application/json'), 'stripe-signature': 'bad' }, '{}'],
      [signed('application/json'), ' '.repeat(1_048_577)],
    ];
    for (const [headers, body] of bad)
      expect(await post('/api/billing/webhook', headers, body)).toMatchObject({
        status: 400,
        body: { status: 'error', error: { code: 'invalid_request' } },
      });
    expect(rpcs.events).toHaveLength(0);
  });
});
