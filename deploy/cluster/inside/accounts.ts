// Runs in the cluster: makes accounts on Pro, because guests may convert only little.
import { randomBytes } from 'node:crypto';
import type { PodSettings } from './settings.ts';

/** What the routes in use return. */
interface Body {
  readonly token: string;
  readonly user: { readonly id: string };
}

interface Call {
  readonly token?: string;
  readonly body: unknown;
  /** Expected status, 200 by default. */
  readonly status?: number;
}

async function call(url: string, path: string, { token, body, status = 200 }: Call): Promise<Body> {
  const answer = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (answer.status !== status) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

/** Makes new users on Pro. @returns their bearer tokens */
export async function makeProUsers({ url, administrator, users }: PodSettings): Promise<string[]> {
  const { token: admin } = await call(url, '/api/login', { body: administrator });
  const tokens: string[] = [];
  for (let index = 0; index < users; index++) {
    const username = randomBytes(8).toString('hex');
    const account = { email: `${username}@example.org`, username, password: randomBytes(12).toString('hex') };
    const { token, user } = await call(url, '/api/register', { body: account, status: 201 });
    await call(url, `/api/admin/users/${user.id}/upgrade-to-pro`, {
      token: admin,
      body: { reason: 'cluster test' },
    });
    tokens.push(token);
  }
  return tokens;
}
