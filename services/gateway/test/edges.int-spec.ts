import { connect } from 'node:net';
import type { TargetView } from '@filemill/api';
import { AppError } from '@filemill/errors';
import { RUNTIME, type Runtime } from '@filemill/platform';
import { HEADERS } from '@filemill/product';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AS_GUEST, FINGERPRINT, pngFile, TestGateway } from './support/gateway.js';

describe('the HTTP edge of the gateway', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await TestGateway.start({ TRUST_PROXY_HOPS: '1' });
    gateway.usage.pairFigures = [
      { inputFormat: 'png', outputFormat: 'webp', ended: 30, completed: 27, medianMs: 120 },
      { inputFormat: 'png', outputFormat: 'gif', ended: 10, completed: 0 },
    ];
  });
  afterAll(() => gateway.stop());
  const json = async (path: string, init?: RequestInit) => {
    const response = await gateway.fetch(path, init);
    return { response, body: (await response.json()) as Record<string, never> };
  };

  it('answers an unknown route with the error body and the caller’s request id', async () => {
    const init = { method: 'PUT', headers: { [HEADERS.requestId]: 'from-the-caller' } };
    for (const path of ['/api/nothing', '/api/', '/api/guest/convert', '/nothing.js', '/%E0%A4%A']) {
      const { response, body } = await json(path, init);
      const isBadUrl = path.includes('%');
      expect([path, response.status]).toEqual([path, isBadUrl ? 400 : 404]);
      expect(response.headers.get(HEADERS.requestId)).toBe('from-the-caller');
      expect(body).toMatchObject({
        status: 'error',
        message: expect.any(String),
        error: { code: isBadUrl ? 'invalid_request' : 'not_found', requestId: 'from-the-caller' },
      });
    }
  });

  it('answers malformed HTTP with the error body', async () => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    const answer = await new Promise<string>((resolve) => {
      socket.once('data', (data: Buffer) => resolve(data.toString()));
      socket.write('NOT HTTP\r\n\r\n');
    });
    expect(answer).toMatch(/^HTTP\/1.1 400 [\s\S]*"code":"invalid_request"/);
  });

  it('refuses invalid and too large JSON without a stack trace', async () => {
    for (const content of ['{', `"${'x'.repeat(2_000_000)}"`]) {
      const headers = { 'content-type': 'application/json' };
      const { response, body } = await json('/api/convert/image', { method: 'POST', headers, body: content });
      expect([response.status, JSON.stringify(body).includes('node_modules')]).toEqual([400, false]);
      expect(body.error).toMatchObject({ code: 'invalid_request' });
    }
  });

  it('refuses requests from pages of other sites and allows no other origin', async () => {
    const post = async (origin: string) => {
      const headers = { ...AS_GUEST, origin };
      const { response } = await json('/api/guest/convert', { method: 'POST', headers });
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
      return response.status;
    };
    expect(await post('https://evil.example')).toBe(403);
    expect(await post('null')).toBe(403);
    expect(await post('http://localhost:3000')).toBe(400);
    expect(await post(gateway.url)).toBe(400);
  });

  it('trusts exactly the configured number of proxies', async () => {
    const headers = { ...AS_GUEST, 'x-forwarded-for': '203.0.113.1, 2001:db8:5:6:7::8' };
    const form: [string, string | File][] = [
      ['outputFormat', 'jpg'],
      ['file', pngFile()],
    ];
    await gateway.convert(form, { ...headers, prefer: 'respond-async' });
    expect([...gateway.usage.rows.values()].at(-1)?.owner?.address).toBe('2001:db8:5:6::/64');
  });

  it('refuses requests with too long headers', async () => {
    for (const name of ['content-type', 'if-match', 'x-forwarded-for']) {
      const headers = {
        ...AS_GUEST,
        [HEADERS.requestId]: 'with-a-long-header',
        [name]: `a, ${'x'.repeat(1_024)}`,
      };
      const { response, body } = await json('/api/plans', { headers });
      expect([response.status, response.headers.get(HEADERS.requestId)]).toEqual([400, 'with-a-long-header']);
      expect(body.error).toMatchObject({ fields: { [name]: 'at most 1024 bytes' } });
    }
    const short = { headers: { 'x-forwarded-for': '203.0.113.1, '.repeat(70) } };
    expect((await gateway.fetch('/api/plans', short)).status).toBe(200);
  });

  it('returns the formats with an ETag, and the options of each output', async () => {
    const { response, body } = await json('/api/formats');
    expect(body.image).toMatchObject({ formats: expect.arrayContaining(['png']) });
    const etag = response.headers.get('etag') ?? '';
    const again = await gateway.fetch('/api/formats', { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    const { body: png } = await json('/api/formats/PNG');
    expect(png).toMatchObject({ format: 'png', category: 'image' });
    const outputs = png.outputs as unknown as { format: string; options: { properties?: object } }[];
    expect(outputs.find(({ format }) => format === 'webp')?.options).toMatchObject({ type: 'object' });
    expect((await gateway.fetch('/api/formats/exe')).status).toBe(404);
  });

  it('tells the way, the expected losses and the measured result of each output', async () => {
    const { body } = await json('/api/formats/png');
    const outputs = body.outputs as unknown as TargetView[];
    expect(outputs.find(({ format }) => format === 'webp')).toMatchObject({
      engine: 'sharp',
      steps: [{ engine: 'sharp', from: 'png', to: 'webp' }],
      losses: [{ code: 'colour_depth_reduced', message: 'more than 8 bits per colour' }],
      successRate: 0.9,
      medianMs: 120,
    });
    expect(outputs.find(({ format }) => format === 'gif')).toMatchObject({ successRate: 0, medianMs: null });
    expect(outputs.find(({ format }) => format === 'jpg')).toMatchObject({
      successRate: null,
      medianMs: null,
    });
  });

  it('names a picture between two engines by its format', async () => {
    const { body } = await json('/api/formats/png');
    const outputs = body.outputs as unknown as TargetView[];
    expect(outputs.find(({ format }) => format === 'qoi')?.steps).toEqual([
      { engine: 'sharp', from: 'png', to: 'png' },
      { engine: 'stills', from: 'png', to: 'qoi' },
    ]);
  });

  it('returns formats without figures while usage does not answer', async () => {
    const other = await TestGateway.start();
    other.usage.refusal = new AppError('UNAVAILABLE');
    const response = await other.fetch('/api/formats/gif');
    const { outputs } = (await response.json()) as { outputs: TargetView[] };
    await other.stop();
    expect([response.status, outputs.every(({ successRate }) => successRate === null)]).toEqual([200, true]);
  });

  it('returns plans and totals', async () => {
    expect((await json('/api/plans')).body).toMatchObject({
      version: 1,
      plans: { guest: { concurrent: 1 } },
    });
    expect((await json('/api/statistics')).body).toEqual({ totalConversions: 3, totalDataProcessedMB: 2.5 });
  });

  it('counts requests by route pattern and errors by code, and never uses a caller’s text as a label', async () => {
    const text = await gateway.app.get<Runtime>(RUNTIME).ops.registry.metrics();
    expect(text).toContain('method="GET",route="/api/formats/:input",status="4xx"');
    expect(text).toMatch(/^http_errors_total\{code="not_found",.*\} \d+$/m);
    expect(text).toMatch(/^http_availability_total\{result="good",.*\} \d+$/m);
    expect(text).toMatch(/^open_uploads\{.*\} 0$/m);
    for (const word of ['evil', 'formats/exe', FINGERPRINT, '203.0.113', '2001:db8'])
      expect(text).not.toContain(word);
  });

  it('reports which services are down, and refuses an upload within 2 s while Redis is unreachable', async () => {
    expect((await json('/api/system-status')).body.status).toBe('operational');
    gateway.billing.isDown = true;
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    expect((await json('/api/system-status')).body.status).toBe('degraded');
    gateway.billing.isDown = false;
    await gateway.redisServer.stop();
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    expect((await json('/api/system-status')).body.status).toBe('down');
    const startedAt = performance.now();
    const refused = await gateway.convert([
      ['outputFormat', 'jpg'],
      ['file', pngFile()],
    ]);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});

describe('X-Forwarded-For from this machine', () => {
  const forward = async (trustProxyHops: number): Promise<unknown[][]> => {
    const gateway = await TestGateway.start({ TRUST_PROXY_HOPS: String(trustProxyHops) });
    try {
      const warn = jest.spyOn(gateway.app.get<Runtime>(RUNTIME).logger, 'warn');
      await gateway.fetch('/api/plans');
      expect(warn).not.toHaveBeenCalled();
      const headers = { 'x-forwarded-for': '203.0.113.1' };
      for (const path of ['/', '/api/plans']) await gateway.fetch(path, { headers });
      return warn.mock.calls;
    } finally {
      await gateway.stop();
    }
  };

  it('causes one warning if no proxy is configured', async () => {
    const warnings = await forward(0);
    expect(warnings).toEqual([[expect.stringContaining('TRUST_PROXY_HOPS')]]);
  });

  it('causes no warning if a proxy is configured', async () => {
    expect(await forward(1)).toEqual([]);
  });
});

describe('a gateway that is stopped', () => {
  it('answers waiting calls with 202 and ends streams', async () => {
    const gateway = await TestGateway.start();
    const form: [string, string | File][] = [
      ['outputFormat', 'jpg'],
      ['file', pngFile()],
    ];
    const pending = await gateway.convert(form, { ...AS_GUEST, prefer: 'respond-async' });
    const { eventsUrl } = (await pending.json()) as { eventsUrl: string };
    const events = (await gateway.fetch(eventsUrl)).text();
    const all = (await gateway.fetch('/api/events', { headers: AS_GUEST })).text();
    const waiting = gateway.convert(form);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const startedAt = performance.now();
    const stopped = gateway.stop();
    expect((await waiting).status).toBe(202);
    expect(await events).toContain('event: progress');
    expect(await all).toContain('event: usage');
    await stopped;
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});
