import { describe, expect, it } from '@jest/globals';
import { loadBillingConfig } from './config.js';

const env = { DATABASE_URL: 'postgres://role@127.0.0.1/filemill', SERVICE_TOKEN_SECRET: 's'.repeat(32) };
const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };

describe('loadBillingConfig', () => {
  it('starts without any Stripe variable', () => {
    expect(loadBillingConfig(env)).toMatchObject({ STRIPE_WEBHOOK_SECRET: [] });
  });

  it('accepts several webhook secrets', () => {
    const config = loadBillingConfig({ ...env, ...stripe, STRIPE_WEBHOOK_SECRET: 'whsec_1, whsec_2' });
    expect(config.STRIPE_WEBHOOK_SECRET).toEqual(['whsec_1', 'whsec_2']);
  });

  it('accepts an emulator of Stripe on this machine only', () => {
    for (const url of ['http://127.0.0.1:12111', 'http://localhost:1'])
      expect(loadBillingConfig({ ...env, ...stripe, STRIPE_API_URL: url }).STRIPE_API_URL).toBe(url);
    for (const url of [
      'http://stripe.example',
      'https://127.0.0.1:1',
      'http://127.0.0.1.example',
      'http://10.0.0.1',
    ])
      expect(() => loadBillingConfig({ ...env, ...stripe, STRIPE_API_URL: url })).toThrow(/STRIPE_API_URL/);
  });

  it('refuses a live key together with an emulator', () => {
    for (const key of ['sk_live_1', 'rk_live_1'])
      expect(() =>
        loadBillingConfig({
          ...env,
          ...stripe,
          STRIPE_SECRET_KEY: key,
          STRIPE_API_URL: 'http://127.0.0.1:1',
        }),
      ).toThrow(/STRIPE_API_URL: must not be set/);
  });

  it('refuses a key without a webhook secret, and malformed values, without printing them', () => {
    const start = (changes: object) => () => loadBillingConfig({ ...env, ...stripe, ...changes });
    expect(start({ STRIPE_WEBHOOK_SECRET: '' })).toThrow(/STRIPE_WEBHOOK_SECRET: needed/);
    expect(start({ STRIPE_WEBHOOK_SECRET: 'hunter2' })).toThrow(/^(?!.*hunter2).*STRIPE_WEBHOOK_SECRET/s);
    expect(start({ STRIPE_SECRET_KEY: 'pk_test_hunter2' })).toThrow(/^(?!.*hunter2).*STRIPE_SECRET_KEY/s);
  });
});
