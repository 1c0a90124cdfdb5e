import { systemClock } from '@filemill/platform';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestMicroservice } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { Registry } from 'prom-client';
import { serveAccounts } from './support/accounts-server.js';
import { GatewayProcess } from './support/gateway-process.js';
import { MemoryAccounts } from './support/memory-accounts.js';
import { MemoryUsage } from './support/memory-usage.js';
import { RedisServer } from './support/redis-server.js';
import { serveUsage } from './support/usage-server.js';

const SECRET = 's'.repeat(32);
/** Makes the clock of a process three minutes slow. */
const SLOW_CLOCK = `--import "data:text/javascript,const now=Date.now;Date.now=()=>now()-180000"`;

/** Built gateways as in production, with accounts and usage over gRPC that share one secret. */
describe('the service token of a gateway', () => {
  const registry = new Registry();
  let redisServer: RedisServer;
  let redis: Redis;
  let served: INestMicroservice[];
  let users: MemoryAccounts;
  let env: Record<string, string>;

  beforeAll(async () => {
    redisServer = await RedisServer.start();
    redis = redisServer.connect();
    const accounts = await serveAccounts(SECRET, registry);
    const usage = await serveUsage(new MemoryUsage(redis, systemClock), SECRET);
    served = [accounts.app, usage.app];
    users = accounts.users;
    env = {
      REDIS_URL: redisServer.url,
      ACCOUNTS_ADDRESS: accounts.address,
      USAGE_ADDRESS: usage.address,
      SERVICE_TOKEN_SECRET: SECRET,
      TOKEN_PUBLIC_KEY: users.publicKey,
    };
  });
  afterAll(async () => {
    await Promise.all(served.map((app) => app.close()));
    redis.disconnect();
    await redisServer.stop();
  });

  const refused = async (reason: string): Promise<number> => {
    const { values } = (await registry.getSingleMetric('service_calls_refused_total')?.get()) ?? {
      values: [],
    };
    return values.find(({ labels }) => labels.reason === reason)?.value ?? 0;
  };

  it.each([
    ['its secret is another one', { SERVICE_TOKEN_SECRET: 'w'.repeat(32) }, 'invalid'],
    ['its clock is three minutes slow', { NODE_OPTIONS: SLOW_CLOCK }, 'expired'],
  ])('answers 503 and signs nobody out if %s', async (_case, wrong, reason) => {
    const { bearer, key } = await users.addUser({ plan: 'pro' });
    const gateway = await GatewayProcess.start({ ...env, ...wrong });
    try {
      const before = await refused(reason);
      for (const [path, headers] of [
        ['/api/user', bearer],
        ['/api/validate-key', key],
      ] as const) {
        const response = await gateway.fetch(path, { headers });
        expect([path, response.status]).toEqual([path, 503]);
        expect(response.headers.get('retry-after')).toBe('5');
        expect(await response.json()).toMatchObject({ error: { code: 'unavailable' } });
      }
      expect(await refused(reason)).toBeGreaterThanOrEqual(before + 2);
      expect(gateway.output).toContain(`16 UNAUTHENTICATED: the token of the calling service is ${reason}`);
    } finally {
      await gateway.stop();
    }
  });

  it.each([
    ['ahead of', '+'],
    ['behind', '-'],
  ])(
    'is not ready, and says so, on a machine whose clock is three minutes %s Redis’s',
    async (side, sign) => {
      const NODE_OPTIONS = `--import "data:text/javascript,const now=Date.now;Date.now=()=>now()${sign}180000"`;
      const gateway = await GatewayProcess.start({ ...env, NODE_OPTIONS });
      try {
        const response = await fetch(`${gateway.opsUrl}/readyz`);
        expect([response.status, await response.json()]).toEqual([
          503,
          expect.objectContaining({
            checks: { redis: true, clock: false, usage: true, store: true },
            reasons: {
              clock: expect.stringMatching(`^the clock of this machine is 180 s ${side} that of Redis`),
            },
          }),
        ]);
        const metrics = await (await fetch(`${gateway.opsUrl}/metrics`)).text();
        const [, skew] = /^clock_skew_seconds\{[^}]*\} (\S+)$/m.exec(metrics) ?? [];
        expect(Math.round(Number(skew))).toBe(Number(`${sign}180`));
      } finally {
        await gateway.stop();
      }
    },
  );

  it('answers with either of two secrets while they are replaced', async () => {
    const { bearer } = await users.addUser();
    const next = 'n'.repeat(32);
    const nextKey = new MemoryAccounts(systemClock).publicKey;
    for (const both of [
      { SERVICE_TOKEN_SECRET: `${SECRET},${next}`, TOKEN_PUBLIC_KEY: `${users.publicKey},${nextKey}` },
      { SERVICE_TOKEN_SECRET: `${SECRET}, ${next}`, TOKEN_PUBLIC_KEY: `${nextKey}, ${users.publicKey}` },
    ]) {
      const gateway = await GatewayProcess.start({
        ...env,
        ...both,
        DOWNLOAD_TOKEN_SECRET: `${next},${SECRET}`,
      });
      try {
        expect((await gateway.fetch('/api/user', { headers: bearer })).status).toBe(200);
      } finally {
        await gateway.stop();
      }
    }
  });

  it('answers 401 to a user whose session has ended, during the replacement too', async () => {
    const { bearer } = await users.addUser();
    const gateway = await GatewayProcess.start(env);
    try {
      expect((await gateway.fetch('/api/user', { headers: bearer })).status).toBe(200);
      expect((await gateway.fetch('/api/logout', { method: 'POST', headers: bearer })).status).toBe(204);
      const response = await gateway.fetch('/api/user', { headers: bearer });
      expect([response.status, (await response.json()).error.code]).toEqual([401, 'unauthenticated']);
    } finally {
      await gateway.stop();
    }
  });
});
