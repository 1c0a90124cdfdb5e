import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { clientOf, type Everything, openSession, type SessionParams, startAll } from './support.ts';

let all: Everything;
let stripe: Stripe;
beforeAll(async () => {
  all = await startAll();
  stripe = all.stripe;
});
afterAll(() => all.stop());

const raw = (path: string, options: RequestInit = {}): Promise<Response> =>
  fetch(`${all.emulator.url}${path}`, {
    ...options,
    headers: { authorization: 'Bearer sk_test_local', ...options.headers },
  });
const post = (path: string, body: Record<string, string>, headers?: Record<string, string>) =>
  raw(path, { method: 'POST', body: new URLSearchParams(body), headers });

describe('the wire', () => {
  it('refuses a live key, and a request without a key', async () => {
    await expect(clientOf(all.emulator, {}).customers.list()).resolves.toMatchObject({ object: 'list' });
    const live = await raw('/v1/customers', { headers: { authorization: 'Bearer sk_live_x' } });
    expect(live.status).toBe(401);
    const none = await raw('/v1/customers', { headers: { authorization: '' } });
    expect(none.status).toBe(401);
    expect((await none.json()).error.type).toBe('invalid_request_error');
  });

  it('refuses another version of the API', async () => {
    const answer = await raw('/v1/customers', { headers: { 'stripe-version': '2020-08-27' } });
    expect(answer.status).toBe(400);
  });

  it('names a parameter that is unknown, missing or wrong', async () => {
    const unknown = { nonsense: { a: ['b'] } };
    await expect(stripe.customers.create(unknown as Stripe.CustomerCreateParams)).rejects.toMatchObject({
      statusCode: 400,
      code: 'parameter_unknown',
      param: 'nonsense',
    });
    await expect(stripe.checkout.sessions.create({ mode: 'subscription' })).rejects.toMatchObject({
      code: 'parameter_missing',
      param: 'line_items',
    });
    await expect(stripe.prices.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
    const old = { payment_method_types: ['card'] };
    await expect(openSession(stripe, old as SessionParams)).rejects.toMatchObject({
      code: 'parameter_unknown',
    });
  });

  it('answers 404 for the object of a path and 400 for that of a parameter', async () => {
    await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'id',
      requestId: expect.stringMatching(/^req_/),
    });
    await expect(openSession(stripe, { customer: 'cus_none' })).rejects.toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'customer',
    });
  });

  it('refuses requests with another host name', async () => {
    const status = await new Promise((resolve, reject) => {
      request(`${all.emulator.url}/v1/customers`, { headers: { host: 'evil.example' } }, (response) =>
        resolve(response.resume().statusCode),
      )
        .on('error', reject)
        .end();
    });
    expect(status).toBe(403);
  });

  it('accepts controls only as JSON, which no form of a web page can send', async () => {
    expect((await post('/_test/setUnreachable', { isUnreachable: 'true' })).status).toBe(415);
    const now = await raw('/_test/now', {
      method: 'POST',
      body: '[]',
      headers: { 'content-type': 'application/json' },
    });
    expect((await now.json()).result).toBe(all.controls.now());
  });
});

describe('Idempotency-Key', () => {
  it('replays the first status and body', async () => {
    const [first, second] = [
      await post('/v1/customers', { email: 'a@example.com' }, { 'idempotency-key': 'k1' }),
      await post('/v1/customers', { email: 'a@example.com' }, { 'idempotency-key': 'k1' }),
    ];
    expect(await second.text()).toBe(await first.text());
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.headers.get('original-request')).toBe(first.headers.get('request-id'));
    expect((await stripe.customers.list({ email: 'a@example.com' })).data).toHaveLength(1);
  });

  it('refuses another request under the same key', async () => {
    await stripe.customers.create({ email: 'b@example.com' }, { idempotencyKey: 'k2' });
    const other = stripe.customers.create({ email: 'c@example.com' }, { idempotencyKey: 'k2' });
    await expect(other).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
    const elsewhere = stripe.products.create({ name: 'x' }, { idempotencyKey: 'k2' });
    await expect(elsewhere).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
  });

  it('remembers a refusal of an executed call, but not a refusal of its parameters', async () => {
    const refund = { charge: 'ch_none' };
    const [first, second] = [
      await post('/v1/refunds', refund, { 'idempotency-key': 'k3' }),
      await post('/v1/refunds', refund, { 'idempotency-key': 'k3' }),
    ];
    expect([first.status, second.headers.get('idempotent-replayed')]).toEqual([400, 'true']);
    await post('/v1/products', {}, { 'idempotency-key': 'k4' });
    expect((await post('/v1/products', { name: 'x' }, { 'idempotency-key': 'k4' })).status).toBe(200);
  });

  it('lets a client that lost the answer try again, and executes the call once', async () => {
    all.controls.loseAnswers(1);
    const retrying = clientOf(all.emulator, { maxNetworkRetries: 2 });
    const customer = await retrying.customers.create({ email: 'lost@example.com' });
    const found = await stripe.customers.list({ email: 'lost@example.com' });
    expect(found.data.map(({ id }) => id)).toEqual([customer.id]);
  });

  it('forgets a key after a day', async () => {
    const first = await stripe.customers.create({}, { idempotencyKey: 'k5' });
    all.controls.advance(86_401);
    expect((await stripe.customers.create({}, { idempotencyKey: 'k5' })).id).not.toBe(first.id);
  });
});

describe('lists', () => {
  it('page newest first, forwards and backwards', async () => {
    for (const n of [1, 2, 3, 4, 5]) await stripe.customers.create({ email: 'p@example.com', name: `${n}` });
    const first = await stripe.customers.list({ email: 'p@example.com', limit: 2 });
    expect(first.data.map(({ name }) => name)).toEqual(['5', '4']);
    expect(first.has_more).toBe(true);
    const last = await stripe.customers.list({
      email: 'p@example.com',
      limit: 4,
      starting_after: first.data[1]?.id,
    });
    expect([last.data.map(({ name }) => name), last.has_more]).toEqual([['3', '2', '1'], false]);
    const back = await stripe.customers.list({
      email: 'p@example.com',
      limit: 1,
      ending_before: last.data[1]?.id,
    });
    expect([back.data[0]?.name, back.has_more]).toEqual(['3', true]);
    expect(
      await stripe.customers.list({ email: 'p@example.com', limit: 2 }).autoPagingToArray({ limit: 9 }),
    ).toHaveLength(5);
  });

  it('filter by bounds of time', async () => {
    const customer = await stripe.customers.create({});
    const since = await stripe.customers.list({ created: { gte: customer.created } });
    expect(since.data.map(({ id }) => id)).toContain(customer.id);
    expect((await stripe.customers.list({ created: { gt: customer.created } })).data).toEqual([]);
  });
});

describe('objects', () => {
  it('merge metadata and remove keys with an empty value', async () => {
    const { id } = await stripe.customers.create({ metadata: { a: '1', b: '2' } });
    const changed = await stripe.customers.update(id, { metadata: { a: '', c: '3' } });
    expect(changed.metadata).toEqual({ b: '2', c: '3' });
  });

  it('expand, in lists and inside expanded objects', async () => {
    const { session, price, customer } = await openSession(stripe);
    const found = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['customer', 'line_items.data.price.product'],
    });
    expect(found).toMatchObject({
      customer: { email: customer.email },
      line_items: { data: [{ price: { id: price.id, product: { name: 'Filemill Pro' } } }] },
    });
    await expect(stripe.customers.retrieve(customer.id, { expand: ['nonsense'] })).rejects.toMatchObject({
      statusCode: 400,
    });
  });

  it('move a look-up key only with transfer_lookup_key', async () => {
    const params = { currency: 'eur', unit_amount: 5, product_data: { name: 'x' }, lookup_key: 'moving' };
    const first = await stripe.prices.create(params);
    await expect(stripe.prices.create(params)).rejects.toMatchObject({ param: 'lookup_key' });
    const second = await stripe.prices.create({ ...params, transfer_lookup_key: true });
    const { data } = await stripe.prices.list({ lookup_keys: ['moving'] });
    expect(data.map(({ id }) => id)).toEqual([second.id]);
    expect((await stripe.prices.retrieve(first.id)).lookup_key).toBeNull();
  });

  it('delete a customer with the subscriptions', async () => {
    const { customer, session } = await openSession(stripe);
    const { subscription } = all.controls.pay(session.id);
    await stripe.customers.del(customer.id);
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ id: customer.id, deleted: true });
    expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('canceled');
    await expect(stripe.customers.update(customer.id, { name: 'x' })).rejects.toMatchObject({
      statusCode: 404,
    });
  });
});
