import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { API_VERSION } from '../core/events.ts';
import { firstOf } from '../core/lists.ts';
import { type StripeEmulator, type StripeOptions, startStripe } from '../server/start.ts';

/** Signs the events of these tests. */
export const WEBHOOK_SECRET = 'whsec_of_a_test';

/** The real client, connected to an emulator. */
export function clientOf({ url }: Pick<StripeEmulator, 'url'>, options: Stripe.StripeConfig = {}): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe('sk_test_local', {
    host: hostname,
    port,
    protocol: 'http',
    apiVersion: API_VERSION,
    telemetry: false,
    maxNetworkRetries: 0,
    ...options,
  });
}

/** A webhook that verifies what it receives. */
export interface Receiver {
  readonly url: string;
  readonly events: Stripe.Event[];
  readonly signatures: string[];
  /** Decides the status of the next answers. */
  answer: () => number;
  types(): string[];
  stop(): void;
}

/** Starts a webhook that accepts everything. */
export async function startReceiver(): Promise<Receiver> {
  const events: Stripe.Event[] = [];
  const signatures: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const signature = String(request.headers['stripe-signature']);
    const status = receiver.answer();
    if (status === 200) {
      signatures.push(signature);
      events.push(Stripe.webhooks.constructEvent(body, signature, WEBHOOK_SECRET));
    }
    response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    events,
    signatures,
    answer: () => 200,
    types: () => events.map(({ type }) => type),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}

/** What a test needs: an emulator, its webhook and a client. */
export type Everything = Awaited<ReturnType<typeof startAll>>;

/** Starts an emulator, its webhook and a client. */
export async function startAll(options: StripeOptions = {}) {
  const receiver = await startReceiver();
  const emulator = await startStripe({ webhookUrl: receiver.url, webhookSecret: WEBHOOK_SECRET, ...options });
  return {
    emulator,
    receiver,
    controls: emulator.controls,
    stripe: clientOf(emulator),
    async stop() {
      await emulator.stop();
      receiver.stop();
    },
  };
}

/** Ten euros a month; created by the first call. */
async function proPrice(stripe: Stripe): Promise<Stripe.Price> {
  const found = await stripe.prices.list({ lookup_keys: ['pro'] });
  if (found.data[0]) return found.data[0];
  return stripe.prices.create({
    currency: 'eur',
    unit_amount: 1000,
    recurring: { interval: 'month' },
    product_data: { name: 'Filemill Pro' },
    lookup_key: 'pro',
    tax_behavior: 'inclusive',
  });
}

/** Parameters of a session that a test changes. */
export type SessionParams = Partial<Stripe.Checkout.SessionCreateParams>;

/** An open session of a new customer. */
export async function openSession(stripe: Stripe, params: SessionParams = {}) {
  const price = await proPrice(stripe);
  const customer = await stripe.customers.create({ email: 'ada@example.com', metadata: { userId: 'u1' } });
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    client_reference_id: 'u1',
    line_items: [{ price: price.id, quantity: 1 }],
    subscription_data: { metadata: { userId: 'u1' } },
    success_url: 'http://127.0.0.1/subscribe?success=true&session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://127.0.0.1/subscribe?canceled=true',
    locale: 'it',
    ...params,
  });
  return { customer, session: { ...session, url: session.url ?? '' }, price };
}

/** A customer who has paid, with the subscription. */
export async function subscribe({ stripe, controls }: Pick<Everything, 'stripe' | 'controls'>) {
  const { customer, session } = await openSession(stripe);
  const { subscription } = controls.pay(session.id);
  return { customer, session, subscription: await stripe.subscriptions.retrieve(subscription) };
}

/** When the present period of a subscription ends, Unix seconds. */
export const periodEndOf = ({ items }: Stripe.Subscription): number => firstOf(items.data).current_period_end;

/** An object that a call has expanded. @throws {Error} if it is still an id, or absent */
export function expanded<T extends object>(value: T | string | null | undefined): T {
  if (typeof value !== 'object' || value === null) throw new Error(`${value} is not an expanded object.`);
  return value;
}
