import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hashPassword, isPasswordOf } from '../../services/accounts/dist/passwords/argon2.js';
import { Connection, requestOf } from './connection.mjs';
import { throughput } from './measure.mjs';
import { rate, report, times } from './report.mjs';

/** Parallel connections, one per browser tab. */
const CONNECTIONS = 16;
/** Enough waiting sign-ins to keep every hash slot busy, and fewer than the limit for refusal. */
const SIGN_INS_AT_ONCE = 8;
const PASSWORD = randomBytes(12).toString('base64url');

/** Registers users for this benchmark. */
export async function registerUsers(url, count) {
  const users = [];
  await throughput(count, SIGN_INS_AT_ONCE / 2, async () => {
    const name = randomBytes(8).toString('hex');
    const email = `bench-${name}@example.com`;
    const response = await fetch(`${url}/api/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, username: name, password: PASSWORD }),
    });
    if (response.status !== 201) throw new Error(`register ${response.status} ${await response.text()}`);
    users.push({ email, token: (await response.json()).token });
  });
  return users;
}

/**
 * How often a second the gateway answers `GET /api/user`, as the open dashboards of `users` ask.
 *
 * @param {string} url - of the stack
 * @param {{ 'ops-gateway': number }} ports - where the gateway reports its processor time
 * @param {{ token: string }[]} users
 * @param {{ isKnown: boolean, count: number }} what - whether the tabs know the page and are answered 304; how often
 * @returns {Promise<{ rate: number, cpuMs: number }>} answers a second; the gateway's processor time for one
 */
export async function userPages(url, ports, users, { isKnown, count }) {
  const requests = await Promise.all(users.map((user) => pageRequest(url, user, isKnown)));
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(url)));
  const free = [...connections];
  let next = 0;
  const ask = async () => {
    const connection = free.pop();
    const { status, head } = await connection.ask(requests[next++ % requests.length]);
    if (status !== (isKnown ? 304 : 200)) throw new Error(`GET /api/user: ${head}`);
    free.push(connection);
  };
  try {
    await throughput(count / 4, CONNECTIONS, ask); // fresh code runs slower
    const before = await cpuSeconds(ports['ops-gateway']);
    const rate = await throughput(count, CONNECTIONS, ask);
    const cpuMs = (((await cpuSeconds(ports['ops-gateway'])) - before) / count) * 1000;
    return { rate, cpuMs };
  } finally {
    for (const connection of connections) connection.close();
  }
}

async function pageRequest(url, { token }, isKnown) {
  const authorization = `Bearer ${token}`;
  if (!isKnown) return requestOf(url, 'GET', '/api/user', { authorization });
  const response = await fetch(`${url}/api/user`, { headers: { authorization } });
  await response.arrayBuffer();
  const etag = response.headers.get('etag');
  if (!etag) throw new Error(`GET /api/user ${response.status} without an ETag`);
  return requestOf(url, 'GET', '/api/user', { authorization, 'if-none-match': etag });
}

/** Processor time that a process has used since it started. */
async function cpuSeconds(opsPort) {
  const metrics = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
  const value = /^process_cpu_seconds_total(?:\{[^}]*\})? (\S+)/m.exec(metrics)?.[1];
  if (value === undefined) throw new Error('the gateway does not report its processor time');
  return Number(value);
}

/** Sign-ins a second, each of another user than the one before. */
export async function signIns(url, users, count) {
  let next = 0;
  return throughput(count, SIGN_INS_AT_ONCE, async () => {
    const { email } = users[next++ % users.length];
    const response = await fetch(`${url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    if (response.status !== 200) throw new Error(`login ${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  });
}

/** Bare password comparisons per second, one on each core. */
export async function bareComparisons(count) {
  const hash = await hashPassword(PASSWORD);
  return throughput(count, availableParallelism(), () => isPasswordOf(hash, PASSWORD));
}

/**
 * Measures the page of a user and signing in.
 *
 * @param stack - running, its `url` and `ports`
 */
export async function benchUsers({ url, ports }) {
  const users = await registerUsers(url, 24);
  const notModified = await userPages(url, ports, users, { isKnown: true, count: 20_000 });
  const cpuOf = ({ cpuMs }) => `${cpuMs.toFixed(2)} ms`;
  report(
    'GET /api/user, nothing new (304)',
    { service: rate(notModified.rate), 'CPU of the gateway': cpuOf(notModified) },
    '>= 2,500/s',
  );
  const pages = await userPages(url, ports, users, { isKnown: false, count: 8_000 });
  report(
    'GET /api/user, the whole page',
    { service: rate(pages.rate), 'CPU of the gateway': cpuOf(pages) },
    '>= 800/s',
  );
  await signIns(url, users, 40); // fresh code runs slower
  const comparisons = await bareComparisons(120);
  const logins = await signIns(url, users, 200);
  report('signing in', {
    'bare argon2id': rate(comparisons),
    service: rate(logins),
    ratio: times(logins / comparisons),
  });
}
