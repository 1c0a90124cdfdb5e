import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const CARD = '4242424242424242';
const PRO_WITHIN_MS = 20_000;

/** A new guest. */
export const aGuest = () => ({
  kind: 'guest',
  path: '/api/guest/convert',
  headers: { 'x-guest-fingerprint': randomBytes(32).toString('hex') },
});

/** @throws {Error} with the answer, if it is another than `status` */
async function expected(call, status) {
  const answer = await call;
  if (answer.status !== status)
    throw new Error(`${answer.status} ${answer.error ?? JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Registers a user on the free plan. */
export async function aUser(client) {
  const name = randomBytes(8).toString('hex');
  const person = { email: `${name}@example.org`, password: randomBytes(12).toString('hex') };
  const { token } = await expected(client.postJson('/api/register', { ...person, username: name }), 201);
  return {
    ...person,
    kind: 'user',
    path: '/api/convert/auto',
    headers: { authorization: `Bearer ${token}` },
  };
}

/** Pays for Pro at the stack's Stripe emulator. */
export async function pay(rig, client, user) {
  const { checkoutUrl } = await expected(
    client.postJson('/api/create-checkout-session', {}, user.headers),
    200,
  );
  await stripe(rig, 'pay', checkoutUrl.split('/').at(-1), { card: CARD });
}

/** A control of the emulator of Stripe. */
export async function stripe(rig, name, ...args) {
  const answer = await fetch(`http://127.0.0.1:${rig.stack.ports.stripe}/_test/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(args),
  });
  if (!answer.ok) throw new Error(`stripe ${name}: ${answer.status} ${await answer.text()}`);
}

/** @returns whether the user is on `plan` within `timeoutMs` */
export async function hasPlan(client, user, plan, timeoutMs = PRO_WITHIN_MS) {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await sleep(200)) {
    const { body } = await client.call('GET', '/api/user', { headers: user.headers });
    if (body?.user?.plan === plan) return true;
  }
  return false;
}

/** A Pro user with an API key. */
export async function aKeyHolder(rig, client) {
  const user = await aUser(client);
  await pay(rig, client, user);
  if (!(await hasPlan(client, user, 'pro'))) throw new Error('the user did not become Pro');
  const { apiKey } = await expected(client.postJson('/api/user/api-key', {}, user.headers), 200);
  return { ...user, kind: 'key', headers: { 'x-api-key': apiKey } };
}
