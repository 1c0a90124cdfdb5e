import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiKey, CheckoutView, SignedIn, UserPage } from '@filemill/api';
import { HEADERS } from '@filemill/product';
import type { Caller, Client } from './client.ts';

const CARD = '4242424242424242';
const PRO_WITHIN_MS = 20_000;

/** A registered user. */
export interface User extends Caller {
  readonly kind: 'user';
  readonly id: string;
  readonly email: string;
  readonly password: string;
  /** Bearer token. */
  readonly token: string;
}

/** A Pro user who calls with an API key. */
export interface KeyHolder extends Caller {
  readonly kind: 'key';
  readonly token: string;
  readonly apiKey: string;
}

/** Where the Stripe emulator of a stack listens. */
interface StripePorts {
  readonly ports: { readonly stripe: number };
}

/** A new guest. */
export const aGuest = (): Caller => ({
  kind: 'guest',
  path: '/api/guest/convert',
  headers: { [HEADERS.fingerprint]: randomBytes(32).toString('hex') },
});

/** Registers a user on the free plan. */
export async function aUser(client: Client): Promise<User> {
  const username = randomBytes(8).toString('hex');
  const credentials = { email: `${username}@example.org`, password: randomBytes(12).toString('hex') };
  const { token, user } = await client.mustPost<SignedIn>('/api/register', { ...credentials, username });
  return {
    ...{ ...credentials, id: user.id, token, kind: 'user', path: '/api/convert/auto' },
    headers: { authorization: `Bearer ${token}` },
  };
}

/** Pays for Pro at the stack's Stripe emulator. */
export async function pay(stack: StripePorts, client: Client, user: User): Promise<void> {
  const checkout = await client.mustPost<CheckoutView>('/api/create-checkout-session', {}, user.headers);
  if (checkout.status !== 'created') throw new Error(`nothing to pay: ${checkout.status}`);
  await stripe(stack, 'pay', checkout.checkoutUrl.split('/').at(-1), { card: CARD });
}

/** Calls a control of the Stripe emulator, which tests use. */
export async function stripe({ ports }: StripePorts, name: string, ...args: unknown[]): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${ports.stripe}/_test/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(args),
  });
  if (!answer.ok) throw new Error(`stripe ${name}: ${answer.status} ${await answer.text()}`);
}

/** @returns whether the user is on Pro within 20 s */
export async function becomesPro(client: Client, user: User): Promise<boolean> {
  for (const end = Date.now() + PRO_WITHIN_MS; Date.now() < end; await sleep(200)) {
    const { body } = await client.call<UserPage>('GET', '/api/user', { headers: user.headers });
    if (body?.user?.plan === 'pro') return true;
  }
  return false;
}

/** Registers a user who pays for Pro. */
export async function aProUser(stack: StripePorts, client: Client): Promise<User> {
  const user = await aUser(client);
  await pay(stack, client, user);
  if (!(await becomesPro(client, user))) throw new Error('the user did not become Pro');
  return user;
}

/** Creates the API key of a Pro user. */
export async function withApiKey(client: Client, user: User): Promise<KeyHolder> {
  const { apiKey } = await client.mustPost<ApiKey>('/api/user/api-key', {}, user.headers);
  return { kind: 'key', path: user.path, token: user.token, apiKey, headers: { [HEADERS.apiKey]: apiKey } };
}

/** Registers a user who pays for Pro and has an API key. */
export const aKeyHolder = async (stack: StripePorts, client: Client): Promise<KeyHolder> =>
  withApiKey(client, await aProUser(stack, client));
