import { once } from 'node:events';
import { createServer } from 'node:http';
import Stripe from 'stripe';
import { API_VERSION } from '../events.mjs';
import { startStripe } from '../start.mjs';

export const WEBHOOK_SECRET = 'whsec_of_a_test';

/** The real client, talking to an emulator. */
export function clientOf({ url }, options = {}) {
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

/** A webhook that verifies what it gets; `answer` decides its status. */
export async function startReceiver() {
  const receiver = { events: [], signatures: [], answer: () => 200 };
  const server = createServer(async (request, response) => {
    const body = await new Response(request).text();
    const signature = request.headers['stripe-signature'];
    const status = receiver.answer(JSON.parse(body));
    if (status === 200) {
      receiver.signatures.push(signature);
      receiver.events.push(Stripe.webhooks.constructEvent(body, signature, WEBHOOK_SECRET));
    }
    response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${server.address().port}/`,
    types: () => receiver.events.map(({ type }) => type),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  });
}

/** An emulator with a webhook and the client. */
export async function startAll(options = {}) {
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

/** Ten euros a month, found by its look-up key or made. */
export async function proPrice(stripe) {
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

/** An open session of a new customer. */
export async function openSession(stripe, params = {}) {
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
  return { customer, session, price };
}

/** A customer who has paid, with the subscription. */
export async function subscribe({ stripe, controls }) {
  const { customer, session } = await openSession(stripe);
  const { subscription } = controls.pay(session.id);
  return { customer, session, subscription: await stripe.subscriptions.retrieve(subscription) };
}
