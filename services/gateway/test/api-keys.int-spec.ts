import { HEADERS } from '@filemill/product';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { at, callOf } from './support/calls.js';
import { TestGateway } from './support/gateway.js';
import type { TestUser } from './support/memory-accounts.js';

describe('the routes for API keys', () => {
  let gateway: TestGateway;
  let user: TestUser;
  let call: ReturnType<typeof callOf>;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    call = callOf(gateway);
  });
  beforeEach(async () => {
    user = await gateway.accounts.addUser();
  });
  afterAll(() => gateway.stop());

  describe('API keys', () => {
    it('rotates a key for Pro users only', async () => {
      const refused = await call('POST', 'user/api-key', { headers: user.bearer });
      expect([refused.status, at(refused.body, 'error', 'code')]).toEqual([409, 'plan_required']);
      const pro = await gateway.accounts.addUser({ plan: 'pro' });
      expect((await call('GET', 'validate-key', { headers: pro.key })).status).toBe(200);
      const { body } = await call('POST', 'user/api-key', { headers: pro.bearer });
      expect(body).toEqual({ apiKey: expect.stringMatching(/^fm_/) });
      expect((await call('GET', 'validate-key', { headers: pro.key })).status).toBe(401);
      const validated = await call('GET', 'validate-key', {
        headers: { [HEADERS.apiKey]: `${at(body, 'apiKey')}` },
      });
      expect(validated.body).toMatchObject({
        valid: true,
        plan: 'pro',
        user: { id: pro.id, username: expect.any(String) },
        usage: { limit: 5_000 },
      });
    });

    it('answers 401 for a missing, malformed or unknown key, and asks accounts only about the unknown one', async () => {
      const pro = await gateway.accounts.addUser({ plan: 'pro' });
      const { apiKey: gone } = await gateway.accounts.addUser({ plan: 'pro' });
      gateway.accounts.accounts.clear();
      const before = gateway.accounts.identified;
      for (const headers of [
        undefined,
        { [HEADERS.apiKey]: 'fm_short' },
        { [HEADERS.apiKey]: `${pro.apiKey.slice(0, -1)}!` },
      ]) {
        const refused = await call('GET', 'validate-key', headers && { headers });
        expect([refused.status, at(refused.body, 'message')]).toEqual([401, 'User API key not found']);
      }
      expect(gateway.accounts.identified).toBe(before);
      const unknown = await call('GET', 'validate-key', { headers: { [HEADERS.apiKey]: gone } });
      expect([unknown.status, at(unknown.body, 'message')]).toEqual([401, 'User API key not found']);
      expect(gateway.accounts.identified).toBe(before + 1);
    });

    it('refuses the key of a user who is no longer on Pro, or who is suspended', async () => {
      const suspended = await gateway.accounts.addUser({ plan: 'pro', suspended: true });
      for (const { key: headers } of [user, suspended]) {
        const { status, body } = await call('GET', 'validate-key', { headers });
        expect([status, at(body, 'message')]).toEqual([401, 'User API key not found']);
      }
    });
  });

  it('validates reports of conversions and counts none', async () => {
    const report = {
      originalSize: 5,
      convertedSize: 3,
      conversionType: 'image',
      originalFormat: 'png',
      outputFormat: 'jpg',
      originalFileName: 'a.png',
    };
    const headers = user.bearer;
    expect((await call('POST', 'track-conversion', { headers, body: report })).status).toBe(204);
    for (const change of [{ originalSize: -1 }, { conversionType: 'images' }, { extra: 1 }])
      expect(
        (await call('POST', 'track-conversion', { headers, body: { ...report, ...change } })).status,
      ).toBe(400);
    expect((await call('POST', 'track-conversion', { body: report })).status).toBe(401);
    expect((await call('GET', 'user', { headers })).body).toMatchObject({ usage: { conversions: 0 } });
  });
});
