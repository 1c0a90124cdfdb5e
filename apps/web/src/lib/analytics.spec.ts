import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { storeConsent } from './consent.js';

const ENDPOINT = 'https://counts.example/events';
const fetched = jest.fn<typeof fetch>();

/** The adapter as a page that was just opened has it, with what the operator configured. */
async function freshTrack(analyticsUrl: string | null) {
  jest.resetModules();
  fetched.mockImplementation(async (input) => {
    if (String(input) === ENDPOINT) throw new TypeError('blocked by an extension');
    return { ok: true, status: 200, json: async () => ({ analyticsUrl }) } as Response;
  });
  return (await import('./analytics.js')).track;
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));
const sent = () => fetched.mock.calls.filter(([url]) => String(url) === ENDPOINT);

describe('track', () => {
  const original = globalThis.fetch;
  beforeEach(() => {
    globalThis.fetch = fetched;
    fetched.mockReset();
    localStorage.clear();
  });
  afterEach(() => {
    globalThis.fetch = original;
  });

  it('reads and sends nothing before the visitor has agreed', async () => {
    const track = await freshTrack(ENDPOINT);
    track({ name: 'registration' });
    storeConsent({ analytics: false, marketing: true });
    track({ name: 'registration' });
    await settled();
    expect(fetched).not.toHaveBeenCalled();
  });

  it('sends nothing if the operator has configured no endpoint', async () => {
    const track = await freshTrack(null);
    storeConsent({ analytics: true, marketing: false });
    track({ name: 'file_conversion' });
    await settled();
    expect(fetched.mock.calls.map(([url]) => url)).toEqual(['/site-config.json']);
  });

  it('sends a conversion at 0.1 euro, without anything that names the visitor', async () => {
    const track = await freshTrack(ENDPOINT);
    storeConsent({ analytics: true, marketing: false });
    track({ name: 'file_conversion' });
    track({ name: 'subscription_purchase', amountMinor: 1_234, currency: 'EUR' });
    await settled();
    expect(sent()).toHaveLength(2);
    const [[, init], [, second]] = sent() as [[string, RequestInit], [string, RequestInit]];
    expect(init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' });
    expect(init.headers).toBeUndefined();
    const body = JSON.parse(String(init.body)) as object;
    expect(body).toEqual({
      name: 'file_conversion',
      amountMinor: 10,
      currency: 'EUR',
      at: expect.any(String),
    });
    expect(JSON.parse(String(second.body))).toMatchObject({ amountMinor: 1_234 });
  });

  it('stops at once when the agreement is withdrawn', async () => {
    const track = await freshTrack(ENDPOINT);
    storeConsent({ analytics: true, marketing: false });
    track({ name: 'registration' });
    storeConsent({ analytics: false, marketing: false });
    await settled();
    expect(sent()).toHaveLength(0);
  });
});
