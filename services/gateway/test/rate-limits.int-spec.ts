import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@filemill/errors';
import { RUNTIME, type Runtime } from '@filemill/platform';
import { HEADERS } from '@filemill/product';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SITE_POLICY } from '../src/rate-limits/policies.js';
import { RateLimits } from '../src/rate-limits/rate-limits.js';
import { pngFile, TestGateway } from './support/gateway.js';

const RATES = { conversionsPerSecond: 2, conversionBurst: 4, readsPerMinute: 6 };
const LOGINS_PER_MINUTE = 30;

const startWithRates = async (env: Record<string, string>): Promise<TestGateway> => {
  const gateway = await TestGateway.start(env);
  const { plans } = gateway.usage;
  gateway.usage.plans = { ...plans, pro: { ...plans.pro, api: RATES } };
  return gateway;
};
const statuses = (answers: Response[]): number[] => answers.map(({ status }) => status).sort();
const times = <T>(count: number, call: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));

describe('rate limits', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startWithRates({ TRUST_PROXY_HOPS: '1' });
  });
  afterAll(() => gateway.stop());

  const login = (forwardedFor: string, path = '/api/login') =>
    gateway.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': forwardedFor },
      body: JSON.stringify({ email: 'nobody@example.com', password: 'guess' }),
    });
  const read = (key: Record<string, string>) => gateway.fetch('/api/validate-key', { headers: key });
  const convert = (key: Record<string, string>) =>
    gateway.convert(
      [
        ['outputFormat', 'jpg'],
        ['file', pngFile()],
      ],
      { ...key, prefer: 'respond-async' },
      '/api/convert/image',
    );

  it('limit sign-ins by the address that our proxy adds, whatever address the client claims', async () => {
    const answers = await times(LOGINS_PER_MINUTE + 3, (index) => login(`198.51.100.${index}, 203.0.113.9`));
    expect(statuses(answers).filter((status) => status === 429)).toHaveLength(3);
    const refused = await login('203.0.113.9');
    expect(await refused.json()).toMatchObject({
      error: {
        code: 'rate_limited',
        limit: LOGINS_PER_MINUTE,
        used: LOGINS_PER_MINUTE,
        resetAt: expect.stringMatching(/Z$/),
      },
    });
    const { headers } = refused;
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(50);
    expect(headers.get('ratelimit-policy')).toBe(`"login";q=${LOGINS_PER_MINUTE};w=60`);
    expect(headers.get('ratelimit')).toMatch(/^"login";r=0;t=[56]\d$/);
    expect(headers.get('x-ratelimit-remaining')).toBe('0');
    expect((await login('203.0.113.9', '/%61pi/login')).status).toBe(429);
    expect((await login('203.0.113.10')).status).toBe(401);
    const sameAddress = { headers: { 'x-forwarded-for': '203.0.113.9' } };
    expect((await gateway.fetch('/api/plans', sameAddress)).status).toBe(200);
  });

  it('are counted in the metrics by policy, and calls with a key by outcome', async () => {
    await read({ [HEADERS.apiKey]: 'fm_nobody' });
    const text = await gateway.app.get<Runtime>(RUNTIME).ops.registry.metrics();
    expect(text).toMatch(/^rate_limit_refusals_total\{policy="login",.*\} 5$/m);
    expect(text).toMatch(/^api_key_requests_total\{action="read",outcome="refused",.*\} 1$/m);
  });

  it('are reported in headers when accounts refuses', async () => {
    gateway.accounts.refusal = new AppError('RATE_LIMITED', {
      limit: 5,
      used: 5,
      resetAt: '2026-11-21T12:00:00.000Z',
      retryAfterSeconds: 9,
    });
    const { status, headers } = await login('203.0.113.20');
    gateway.accounts.refusal = undefined;
    expect([status, headers.get('retry-after'), headers.get('ratelimit')]).toEqual([
      429,
      '9',
      '"attempts";r=0;t=9',
    ]);
    expect(headers.get('x-ratelimit-reset')).toBe(String(Date.UTC(2026, 10, 21, 12) / 1000));
  });

  it('count the reads of an API key and report them on every answer', async () => {
    const { key, id } = await gateway.accounts.addUser({ plan: 'pro' });
    const first = await gateway.fetch('/api/plans', { headers: key });
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'ratelimit-policy': '"reads";q=6;w=60',
      ratelimit: '"reads";r=5;t=60',
      'x-ratelimit-limit': '6',
      'x-ratelimit-remaining': '5',
    });
    expect(Number(first.headers.get('x-ratelimit-reset'))).toBeCloseTo(Date.now() / 1000 + 60, -1);
    const missing = await gateway.fetch('/api/conversions/none', { headers: key });
    expect([missing.status, missing.headers.get('x-ratelimit-remaining')]).toEqual([404, '4']);
    expect(statuses(await times(6, () => read(key)))).toEqual([200, 200, 200, 200, 429, 429]);
    const { apiKey } = await gateway.accounts.rotateApiKey({ userId: id });
    expect((await read({ [HEADERS.apiKey]: apiKey })).status).toBe(429);
    expect((await read((await gateway.accounts.addUser({ plan: 'pro' })).key)).status).toBe(200);
  });

  it('count calls of a key to unknown routes and calls with a refused body', async () => {
    const { key } = await gateway.accounts.addUser({ plan: 'pro' });
    const json = { ...key, 'content-type': 'application/json' };
    const post = (headers: Record<string, string>, body: string): Promise<Response> =>
      gateway.fetch('/api/track-conversion', { method: 'POST', headers, body });
    const calls: [number, () => Promise<Response>][] = [
      [404, () => gateway.fetch('/api/nothing', { headers: key })],
      [404, () => gateway.fetch('/api/plans', { method: 'PUT', headers: key })],
      [400, () => post(json, '{')],
      [400, () => post(json, `"${'x'.repeat(2_000_000)}"`)],
      [400, () => post({ ...key, 'content-type': 'text/x-odd' }, 'odd')],
      [403, () => post({ ...json, origin: 'https://evil.example' }, '{}')],
      [429, () => gateway.fetch('/api/nothing', { headers: key })],
    ];
    let remaining = 6;
    for (const [status, send] of calls) {
      const answer = await send();
      remaining = Math.max(0, remaining - 1);
      const reported = answer.headers.get('x-ratelimit-remaining');
      expect([status, answer.status, reported]).toEqual([status, status, String(remaining)]);
      expect(answer.headers.get('ratelimit')).toMatch(/^"reads";r=\d;t=\d+$/);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
    expect((await gateway.fetch('/api/nothing')).headers.get('ratelimit')).toBeNull();
  });

  it('let an API key convert in a burst, then at its rate', async () => {
    const { key } = await gateway.accounts.addUser({ plan: 'pro' });
    await read(key);
    const startedAt = performance.now();
    const burst = await times(10, () => convert(key));
    const refilled = ((performance.now() - startedAt) / 1000) * RATES.conversionsPerSecond;
    const accepted = burst.filter(({ status }) => status === 202).length;
    expect(accepted).toBeGreaterThanOrEqual(RATES.conversionBurst);
    expect(accepted).toBeLessThanOrEqual(RATES.conversionBurst + Math.ceil(refilled));
    const refused = burst.find(({ status }) => status === 429);
    expect([refused?.headers.get('retry-after'), refused?.headers.get('ratelimit-policy')]).toEqual([
      '1',
      '"conversions";q=4;w=2',
    ]);
    await sleep(1_000);
    const later = await times(5, () => convert(key));
    expect(later.filter(({ status }) => status === 202).length).toBeGreaterThanOrEqual(2);
    expect(later.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(1);
    // Each policy is counted separately.
    expect((await read(key)).headers.get('x-ratelimit-remaining')).toBe('4');
  });

  it('limit pages and files of the site by address, separately from API calls', async () => {
    const [full, other] = ['203.0.113.30', '203.0.113.31'];
    const get = (path: string, forwardedFor: string) =>
      gateway.fetch(path, { headers: { 'x-forwarded-for': forwardedFor } });
    const limits = gateway.app.get(RateLimits);
    for (let n = 0; n < SITE_POLICY.limit - 1; n++) limits.countSite(full);
    // The site is not built in this test.
    expect((await get('/docs', full)).status).toBe(404);
    for (const path of ['/docs', '/assets/main.js', '/site-config.json']) {
      const { status, headers } = await get(path, full);
      expect([path, status, headers.get('ratelimit-policy')]).toEqual([path, 429, '"site";q=6000;w=60']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await (await get('/', full)).json()).toMatchObject({ error: { code: 'rate_limited' } });
    expect((await get('/site-config.json', other)).status).toBe(200);
    expect((await get('/api/plans', full)).status).toBe(200);
  });

  it('do not refuse an invalid key on public routes', async () => {
    for (const key of ['fm_none', (await gateway.accounts.addUser()).apiKey]) {
      const answer = await gateway.fetch('/api/plans', { headers: { [HEADERS.apiKey]: key } });
      expect([answer.status, answer.headers.get('ratelimit')]).toEqual([200, null]);
    }
  });

  it('are counted by each gateway on its own while Redis is unreachable', async () => {
    const { key } = await gateway.accounts.addUser({ plan: 'pro' });
    await gateway.redisServer.stop();
    expect(statuses(await times(8, () => read(key)))).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
    const logins = await times(LOGINS_PER_MINUTE + 1, () => login('203.0.113.11'));
    expect(statuses(logins).at(-1)).toBe(429);
  });
});

describe('RATE_LIMIT_EXEMPT', () => {
  it('exempts addresses, but not API keys', async () => {
    const gateway = await startWithRates({ RATE_LIMIT_EXEMPT: 'loopback' });
    const body = JSON.stringify({ email: 'nobody@example.com', password: 'guess' });
    const headers = { 'content-type': 'application/json' };
    const logins = await times(LOGINS_PER_MINUTE + 1, () =>
      gateway.fetch('/api/login', { method: 'POST', headers, body }),
    );
    expect(new Set(statuses(logins))).toEqual(new Set([401]));
    const { key } = await gateway.accounts.addUser({ plan: 'pro' });
    const reads = await times(7, () => gateway.fetch('/api/validate-key', { headers: key }));
    expect(statuses(reads).at(-1)).toBe(429);
    await gateway.stop();
  });
});
