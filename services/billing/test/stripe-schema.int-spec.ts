import type { StripeCall } from '../../../deploy/stripe-emulator/core/stored.ts';
import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../../deploy/stripe-emulator/server/routes.ts';
import { Rig } from './rig.js';
import { StripeMock } from './stripe-mock.js';
import { StripeSchema } from './stripe-schema.js';

const missing = StripeMock.missing();
if (missing) console.warn(`Calls are not compared with Stripe's own schema: ${missing}`);
/** Time for a first build. */
const BUILD_TIMEOUT_MS = 600_000;
const DAY_MS = 86_400_000;

interface Recorded {
  readonly call: StripeCall;
  readonly route: (typeof routes)[number];
  readonly answer: unknown;
}

interface StripeEvent {
  readonly data: { readonly object: { readonly object: string } };
}

(missing ? describe.skip : describe)('in the eyes of Stripe', () => {
  let mock: StripeMock;
  let schema: StripeSchema;
  let rig: Rig;
  const recorded: Recorded[] = [];
  const events: StripeEvent[] = [];

  beforeAll(async () => {
    mock = await StripeMock.start();
    schema = new StripeSchema(mock.specPath);
    rig = await Rig.start({}, (call, { status, text }) => {
      const route = routes.find(({ method, pattern }) => method === call.method && pattern.test(call.path));
      if (route && status === 200) recorded.push({ call, route, answer: JSON.parse(text) });
    });
  }, BUILD_TIMEOUT_MS);
  afterAll(async () => {
    await rig?.stop();
    await mock?.stop();
  });

  /** All calls that billing makes during the life of a user. */
  async function liveThrough(): Promise<void> {
    const { userId, customer } = await rig.aSubscriber();
    await rig.client.cancelSubscription({ userId });
    await rig.client.resumeSubscription({ userId });
    const { data } = await rig.stripeCall<{ data: { id: string }[] }>('GET', `charges?customer=${customer}`);
    await rig.stripeCall('POST', 'refunds', `charge=${data[0]?.id}&amount=100`);
    await keepEvents(); // Stripe forgets them after 30 days
    rig.advanceClock(32 * DAY_MS);
    await rig.waitUntilProcessed();
    await rig.reconcile();
    await rig.client.eraseUser({ userId });
    await rig.waitUntilProcessed();
    await keepEvents();
  }

  async function keepEvents(): Promise<void> {
    const { data } = await rig.stripeCall<{ data: StripeEvent[] }>('GET', 'events?limit=100');
    events.push(...data);
  }

  it('the calls of billing and the answers of the emulator match the schema of Stripe', async () => {
    await liveThrough();
    const made = new Set(recorded.map(({ route }) => `${route.method} ${route.path}`));
    for (const call of [
      'POST /v1/checkout/sessions',
      'POST /v1/customers',
      'POST /v1/prices',
      'POST /v1/subscriptions/:id',
      'DELETE /v1/customers/:id',
      'GET /v1/subscriptions',
      'GET /v1/invoices',
    ])
      expect(made).toContain(call);
    const refusals = await Promise.all(recorded.map(({ call }) => mock.refusalOf(call)));
    expect(refusals.filter((refusal) => refusal !== undefined)).toEqual([]);
    const faults = recorded.flatMap(({ route, answer }) => schema.faultsOf(route.method, route.path, answer));
    expect(faults).toEqual([]);
  });

  it('a call with an unknown parameter is refused', async () => {
    const call = {
      method: 'POST',
      path: '/v1/checkout/sessions',
      query: '',
      body: 'mode=subscription&nonsense=1',
    };
    expect(await mock.refusalOf(call)).toContain('nonsense');
    expect(schema.faultsOfObject('customer', { id: 'cus_x', object: 'customer' })).not.toEqual([]);
  });

  it('the emulator accepts no parameter that Stripe does not have', () => {
    for (const { method, path, params } of routes)
      expect([path, schema.parametersOf(method, path)]).toEqual([
        path,
        expect.arrayContaining(Object.keys(params)),
      ]);
  });

  it('events and all their objects match the schema of Stripe', () => {
    const kinds = new Set(events.map((event) => event.data.object.object));
    for (const kind of ['charge', 'checkout.session', 'customer', 'invoice', 'refund', 'subscription'])
      expect(kinds).toContain(kind);
    const faults = events.flatMap((event) => [
      ...schema.faultsOfObject('event', event),
      ...schema.faultsOfObject(event.data.object.object, event.data.object),
    ]);
    expect(faults).toEqual([]);
  });
});
