import { randomBytes } from 'node:crypto';
import { ROOT } from '../../deploy/local/paths.mjs';
import { run } from '../../deploy/local/run.mjs';
import { throughput } from '../bench/measure.mjs';

/** Parallel password hashes, below the number at which accounts refuses. */
const AT_ONCE = 4;

async function call(url, method, path, { token, body }) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body ?? {}),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

/** An administrator of this stack, made as `npm run make-admin` makes one. @returns the bearer token */
async function anAdministrator({ url, children }) {
  const email = 'load@example.org';
  const { env } = children.find(({ name }) => name === 'accounts').spec;
  const options = { cwd: ROOT, env: { ...env, LOG_LEVEL: 'warn' } };
  const { output } = await run(process.execPath, ['services/accounts/dist/make-admin.js', email], options);
  const password = /shown only now: (\S+)/.exec(output)?.[1];
  return (await call(url, 'POST', '/api/login', { body: { email, password } })).token;
}

/**
 * Accounts that an administrator has upgraded to Pro, each with a key.
 *
 * @returns {Promise<{ token: string, apiKey: string }[]>}
 */
export async function seedProAccounts(stack, count) {
  if (count === 0) return [];
  const { url } = stack;
  const administrator = await anAdministrator(stack);
  const accounts = [];
  await throughput(count, AT_ONCE, async () => {
    const name = randomBytes(8).toString('hex');
    const body = { email: `${name}@example.org`, username: name, password: name };
    const { token, user } = await call(url, 'POST', '/api/register', { body });
    const upgrade = { token: administrator, body: { reason: 'load test' } };
    await call(url, 'POST', `/api/admin/users/${user.id}/upgrade-to-pro`, upgrade);
    const { apiKey } = await call(url, 'POST', '/api/user/api-key', { token });
    accounts.push({ token, apiKey });
  });
  return accounts;
}
