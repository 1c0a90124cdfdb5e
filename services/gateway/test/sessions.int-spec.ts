import { generateKeyPairSync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { newApiKey, signUserToken } from '@filemill/contracts';
import { systemClock } from '@filemill/platform';
import { HEADERS } from '@filemill/product';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestMicroservice } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { decodeJwt, UnsecuredJWT } from 'jose';
import { serveAccounts } from './support/accounts-server.js';
import { GatewayProcess } from './support/gateway-process.js';
import type { MemoryAccounts } from './support/memory-accounts.js';
import { MemoryUsage } from './support/memory-usage.js';
import { RedisServer } from './support/redis-server.js';
import { serveUsage } from './support/usage-server.js';

const SECRET = 's'.repeat(32);
/** Three times as long as a credential stays valid on another gateway after its end: what is measured waits for this machine. */
const DEAD_WITHIN_MS = 15_000;

/** Two built gateways as in production, with accounts and usage over gRPC, and one Redis. */
describe('credentials on two gateways', () => {
  let redisServer: RedisServer;
  let redis: Redis;
  let served: INestMicroservice[];
  let users: MemoryAccounts;
  let here: GatewayProcess;
  let there: GatewayProcess;

  beforeAll(async () => {
    redisServer = await RedisServer.start();
    redis = redisServer.connect();
    const [accounts, usage] = [
      await serveAccounts(SECRET),
      await serveUsage(new MemoryUsage(redis, systemClock), SECRET),
    ];
    served = [accounts.app, usage.app];
    users = accounts.users;
    const env = {
      LOG_LEVEL: 'trace',
      REDIS_URL: redisServer.url,
      ACCOUNTS_ADDRESS: accounts.address,
      USAGE_ADDRESS: usage.address,
      SERVICE_TOKEN_SECRET: SECRET,
      TOKEN_PUBLIC_KEY: users.publicKey,
    };
    [here, there] = await Promise.all([GatewayProcess.start(env), GatewayProcess.start(env)]);
  });
  afterAll(async () => {
    await Promise.all([here.stop(), there.stop(), ...served.map((app) => app.close())]);
    redis.disconnect();
    await redisServer.stop();
  });

  const statusOf = async (gateway: GatewayProcess, path: string, headers: Record<string, string>) =>
    (await gateway.fetch(path, { headers })).status;
  /** Repeats a request until its answer changes. @returns ms until then */
  const livesMs = async (gateway: GatewayProcess, path: string, headers: Record<string, string>) => {
    const startedAt = performance.now();
    while ((await statusOf(gateway, path, headers)) === 200) await sleep(100);
    return performance.now() - startedAt;
  };

  it('are invalid at once on the gateway where a user signs out, and soon on others', async () => {
    const { bearer } = await users.addUser();
    for (const gateway of [here, there]) expect(await statusOf(gateway, '/api/user', bearer)).toBe(200);
    expect((await here.fetch('/api/logout', { method: 'POST', headers: bearer })).status).toBe(204);
    expect(await statusOf(here, '/api/user', bearer)).toBe(401);
    expect(await livesMs(there, '/api/user', bearer)).toBeLessThan(DEAD_WITHIN_MS);
    expect(await statusOf(there, '/api/user', bearer)).toBe(401);
  });

  it('are invalid soon after a suspension', async () => {
    const { id, bearer, key } = await users.addUser({ plan: 'pro' });
    expect(await statusOf(here, '/api/user', bearer)).toBe(200);
    expect(await statusOf(there, '/api/validate-key', key)).toBe(200);
    await users.suspendUser({ userId: id });
    const lives = await Promise.all([
      livesMs(here, '/api/user', bearer),
      livesMs(there, '/api/validate-key', key),
    ]);
    expect(Math.max(...lives)).toBeLessThan(DEAD_WITHIN_MS);
    expect(await statusOf(there, '/api/validate-key', key)).toBe(401);
  });

  it('are refused without asking accounts when forged, expired or of another issuer', async () => {
    const { id, token } = await users.addUser();
    const { jti: sessionId = '' } = decodeJwt(token);
    const untrusted = generateKeyPairSync('ed25519').privateKey;
    const week = 7 * 24 * 3_600_000;
    const forged = [
      new UnsecuredJWT(decodeJwt(token)).encode(),
      await signUserToken({ userId: id, sessionId }, untrusted, Date.now()),
      await users.sign(id, sessionId, Date.now() - week - 61_000),
      `${token.slice(0, -3)}AAA`,
      'none',
    ];
    const before = users.identified;
    for (const bad of forged)
      expect(await statusOf(here, '/api/user', { authorization: `Bearer ${bad}` })).toBe(401);
    expect(users.identified).toBe(before);
    // Clocks may differ by a minute.
    const barely = await users.sign(id, sessionId, Date.now() - week - 30_000);
    expect(await statusOf(here, '/api/user', { authorization: `Bearer ${barely}` })).toBe(200);
  });

  it('share one rate limit', async () => {
    const { key } = await users.addUser({ plan: 'pro' });
    const left = async (gateway: GatewayProcess) =>
      (await gateway.fetch('/api/validate-key', { headers: key })).headers.get('x-ratelimit-remaining');
    expect([await left(here), await left(there), await left(here)]).toEqual(['599', '598', '597']);
  });

  it('never appear in the logs, nor do passwords and names', async () => {
    const { token, apiKey, email } = await users.addUser({ plan: 'pro', username: 'planted-name' });
    const planted = { password: 'planted-password', link: 'planted-link', key: newApiKey() };
    const headers = { authorization: `Bearer ${token}`, [HEADERS.apiKey]: apiKey };
    await here.fetch('/api/user', { headers });
    await here.fetch('/api/validate-key', { headers: { [HEADERS.apiKey]: planted.key } });
    await here.fetch(`/api/download/${crypto.randomUUID()}?token=${planted.link}`, { headers });
    await here.fetch(`/api/user?token=${planted.link}&api_key=${apiKey}`, { headers });
    for (const body of [
      { email, password: planted.password },
      { email, password: planted.password, isAdmin: true },
      '{',
    ])
      await here.fetch('/api/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? `{"password":"${planted.password}"` : JSON.stringify(body),
      });
    const suspended = await users.addUser();
    await users.suspendUser({ userId: suspended.id });
    await here.fetch('/api/user', { headers: suspended.bearer });
    expect(here.output).toContain('"/api/login"');
    for (const secret of [token, token.split('.')[2] ?? '', apiKey, email, suspended.token, 'planted'])
      expect([secret, here.output.includes(secret)]).toEqual([secret, false]);
    expect(here.output).not.toContain(planted.key);
  });
});
