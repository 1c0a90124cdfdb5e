import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Ports } from '@filemill/local-stack';
import { hash, verify } from '@node-rs/argon2';
import { Client } from '../shared/client.ts';
import { throughput } from '../shared/measure.ts';
import { aUser, type User } from '../shared/people.ts';
import { metricOf } from '../shared/processes.ts';
import { rate, report, times } from './compare.ts';
import { Connection, requestOf } from './connection.ts';
import type { RunningStack } from './service.ts';

/** Parallel connections, one per browser tab. */
const CONNECTIONS = 16;
/** Enough waiting sign-ins to keep every hash slot busy, and fewer than the limit for refusal. */
const SIGN_INS_AT_ONCE = 8;
const PASSWORD = randomBytes(12).toString('base64url');
/** The parameters of `services/accounts`. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Registers users for this benchmark. */
async function registerUsers(client: Client, count: number): Promise<User[]> {
  const users: User[] = [];
  await throughput(count, SIGN_INS_AT_ONCE / 2, async () => users.push(await aUser(client)));
  return users;
}

/** Whether the tabs know the page and are answered 304; and how often they ask. */
interface PageCalls {
  readonly isKnown: boolean;
  readonly count: number;
}

/**
 * How often a second the gateway answers `GET /api/user`, as the open dashboards of `users` ask.
 *
 * @returns answers a second; the gateway's processor time for one
 */
async function userPages(
  url: string,
  ports: Ports,
  users: readonly User[],
  { isKnown, count }: PageCalls,
): Promise<{ rate: number; cpuMs: number }> {
  const requests = await Promise.all(users.map((user) => pageRequest(url, user, isKnown)));
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(url)));
  const free = [...connections];
  const ask = async (index: number): Promise<void> => {
    const [connection, request] = [free.pop(), requests[index % requests.length]];
    if (!connection || !request) throw new Error('no connection or no request');
    const { status, head } = await connection.ask(request);
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

async function pageRequest(url: string, { headers }: User, isKnown: boolean): Promise<Buffer> {
  if (!isKnown) return requestOf(url, '/api/user', headers);
  const response = await fetch(`${url}/api/user`, { headers });
  await response.arrayBuffer();
  const etag = response.headers.get('etag');
  if (!etag) throw new Error(`GET /api/user ${response.status} without an ETag`);
  return requestOf(url, '/api/user', { ...headers, 'if-none-match': etag });
}

/** Processor time that a process has used since it started. */
async function cpuSeconds(opsPort: number): Promise<number> {
  const value = await metricOf(opsPort, 'process_cpu_seconds_total');
  if (value === undefined) throw new Error('the gateway does not report its processor time');
  return value;
}

/** Sign-ins a second, each of another user than the one before. */
const signIns = (client: Client, users: readonly User[], count: number): Promise<number> =>
  throughput(count, SIGN_INS_AT_ONCE, async (index) => {
    const user = users[index % users.length];
    await client.mustPost('/api/login', { email: user?.email, password: user?.password });
  });

/** Bare password comparisons per second, one on each core. */
async function bareComparisons(count: number): Promise<number> {
  const stored = await hash(PASSWORD, ARGON2);
  return throughput(count, availableParallelism(), () => verify(stored, PASSWORD));
}

/** Measures the page of a user and signing in. */
export async function benchUsers({ url, ports }: RunningStack): Promise<void> {
  const client = new Client(url);
  const users = await registerUsers(client, 24);
  const notModified = await userPages(url, ports, users, { isKnown: true, count: 20_000 });
  const cpuOf = ({ cpuMs }: { cpuMs: number }): string => `${cpuMs.toFixed(2)} ms`;
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
  await signIns(client, users, 40); // fresh code runs slower
  const comparisons = await bareComparisons(120);
  const logins = await signIns(client, users, 200);
  report('signing in', {
    'bare argon2id': rate(comparisons),
    service: rate(logins),
    ratio: times(logins / comparisons),
  });
}
