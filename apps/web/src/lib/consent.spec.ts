import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { onConsentChange, readConsent, storeConsent } from './consent.js';

describe('consent', () => {
  afterEach(() => localStorage.clear());

  it('is null until the visitor has chosen', () => {
    expect(readConsent()).toBeNull();
  });

  it('keeps a choice with its instant under `cookie_consent`', () => {
    storeConsent({ analytics: true, marketing: false });
    const stored = JSON.parse(localStorage.getItem('cookie_consent') ?? '') as { timestamp: string };
    expect(stored).toMatchObject({ analytics: true, marketing: false, functional: true });
    expect(new Date(stored.timestamp).toISOString()).toBe(stored.timestamp);
    expect(readConsent()).toEqual(stored);
  });

  it.each(['{', '1', 'null', '{"analytics":"yes","marketing":true}'])('treats %s as no choice', (text) => {
    localStorage.setItem('cookie_consent', text);
    expect(readConsent()).toBeNull();
  });

  it('notifies its listeners, here and from another tab', () => {
    const listener = jest.fn();
    const stop = onConsentChange(listener);
    storeConsent({ analytics: false, marketing: false });
    dispatchEvent(new Event('storage'));
    stop();
    storeConsent({ analytics: true, marketing: true });
    expect(listener).toHaveBeenCalledTimes(2);
  });
});
