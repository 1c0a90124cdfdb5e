// Runs in the cluster: accounts on Pro to convert with, since a guest may do little.
import { randomBytes } from 'node:crypto';

async function call(url, path, { token, body, status = 200 }) {
  const answer = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (answer.status !== status) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

/** @returns {Promise<string[]>} bearer tokens of `count` new users on Pro */
export async function proUsers(url, administrator, count) {
  const { token: admin } = await call(url, '/api/login', { body: administrator });
  const tokens = [];
  for (let index = 0; index < count; index++) {
    const username = randomBytes(8).toString('hex');
    const person = { email: `${username}@example.org`, username, password: randomBytes(12).toString('hex') };
    const { token, user } = await call(url, '/api/register', { body: person, status: 201 });
    await call(url, `/api/admin/users/${user.id}/upgrade-to-pro`, {
      token: admin,
      body: { reason: 'cluster test' },
    });
    tokens.push(token);
  }
  return tokens;
}
