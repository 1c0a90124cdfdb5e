import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HEADERS } from '@filemill/product';
import { sql, state, until, url } from './stack.js';

/** A user of the running stack. */
export interface Person {
  readonly email: string;
  readonly username: string;
  password: string;
  token: string;
}

export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

/** One call with a JSON body; an empty answer has the body null. */
export async function call<T = Record<string, unknown>>(
  method: string,
  path: string,
  options: { token?: string; apiKey?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer<T>> {
  const { token, apiKey, body, headers } = options;
  const response = await fetch(url(path), {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(apiKey && { [HEADERS.apiKey]: apiKey }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text === '' ? null : JSON.parse(text)) as T,
  };
}

/** Registers a new user. */
export async function aPerson(): Promise<Person> {
  const name = randomUUID().slice(0, 13);
  const person = { email: `${name}@example.org`, username: `Person ${name}`, password: 'correct horse' };
  const answer = await call<{ token: string }>('POST', '/api/register', { body: person });
  if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return { ...person, token: answer.body.token };
}

/** Makes a user an administrator, as `make-admin` does. */
export async function anAdministrator(): Promise<Person> {
  const person = await aPerson();
  await sql(`UPDATE accounts.users SET is_admin = true WHERE email = '${person.email}'`);
  return person;
}

/** Pays on the emulator's hosted page and waits until the webhook is processed. */
export async function becomePro(person: Person): Promise<void> {
  const checkout = await call<{ status: string; checkoutUrl: string }>(
    'POST',
    '/api/create-checkout-session',
    person,
  );
  if (checkout.status !== 200) throw new Error(`${checkout.status} ${JSON.stringify(checkout.body)}`);
  await stripe('pay', checkout.body.checkoutUrl.split('/').at(-1), { card: '4242424242424242' });
  await until('Pro has come', async () => (await userOf(person)).plan === 'pro', 20_000);
}

/** `user` of GET /api/user. */
export async function userOf(person: Person): Promise<Record<string, unknown>> {
  const { body } = await call<{ user: Record<string, unknown> }>('GET', '/api/user', person);
  return body.user;
}

/** One control of the emulator of Stripe. */
export async function stripe(control: string, ...args: unknown[]): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${state().ports.stripe}/_test/${control}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(args),
  });
  if (!response.ok) throw new Error(`${control}: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { result: unknown }).result;
}

/** The newest mail to an address, decoded as far as its links require. */
export async function mailTo(email: string): Promise<string> {
  const folder = join(dirname(process.env.FILEMILL_STATE ?? ''), 'mail');
  let found: string | undefined;
  await until(`a mail to ${email}`, () => {
    const files = readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .map((name) => join(folder, name))
      .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
    found = files.map((file) => readFileSync(file, 'utf8')).find((text) => text.includes(email));
    return found !== undefined;
  });
  // Quoted-printable: soft line ends and `=3D`.
  return (found ?? '').replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
}

/** POST /api/convert/{kind} with a token or a key. */
export function convertAs(
  who: { token?: string; apiKey?: string },
  kind: string,
  upload: {
    name: string;
    bytes: Buffer;
    to: string;
    headers?: Record<string, string>;
    fields?: Record<string, string>;
  },
): Promise<Response> {
  const form = new FormData();
  form.append('outputFormat', upload.to);
  for (const [name, value] of Object.entries(upload.fields ?? {})) form.append(name, value);
  form.append('file', new File([new Uint8Array(upload.bytes)], upload.name));
  return fetch(url(`/api/convert/${kind}`), {
    method: 'POST',
    body: form,
    headers: {
      ...(who.token && { authorization: `Bearer ${who.token}` }),
      ...(who.apiKey && { [HEADERS.apiKey]: who.apiKey }),
      ...upload.headers,
    },
  });
}
