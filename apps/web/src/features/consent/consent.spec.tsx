import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { openCookieSettings, readConsent, storeConsent } from '../../lib/consent.js';
import { BrowserRouter } from '../../lib/router.js';
import { i18n } from '../../testing/i18n.js';
import { Consent } from './consent.js';

const show = () =>
  render(
    <I18nextProvider i18n={i18n}>
      <BrowserRouter>
        <button type="button" onClick={openCookieSettings}>
          Settings
        </button>
        <Consent />
      </BrowserRouter>
    </I18nextProvider>,
  );
const banner = () => screen.findByRole('complementary', { name: 'Cookie settings' });
const isGone = () => screen.queryByRole('complementary') === null;
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('Consent', () => {
  beforeAll(async () => {
    // The first load of all icons takes longer than a query waits.
    await import('./cookie-banner.js');
    // jsdom has no layout.
    window.scrollBy = () => undefined;
    globalThis.ResizeObserver = class {
      observe() {}
      unobserve() {}
      disconnect() {}
    };
  });
  afterEach(() => {
    cleanup();
    localStorage.clear();
  });

  it.each([
    ['Accept all', true],
    ['Reject all', false],
  ])('stores the choice of %s and closes', async (name, agreed) => {
    show();
    await banner();
    expect(readConsent()).toBeNull();
    await press(name);
    expect(readConsent()).toMatchObject({ analytics: agreed, marketing: agreed, functional: true });
    expect(isGone()).toBe(true);
  });

  it('saves the switches that are on; functional storage cannot be switched off', async () => {
    show();
    await banner();
    await press('Customize');
    const functional = screen.getByRole<HTMLInputElement>('switch', { name: /^Functional/ });
    expect([functional.checked, functional.disabled]).toEqual([true, true]);
    await userEvent.click(screen.getByRole('switch', { name: /^Marketing/ }));
    await press('Save choices');
    expect(readConsent()).toMatchObject({ analytics: false, marketing: true, functional: true });
    expect(isGone()).toBe(true);
  });

  it('opens again with the current choice, takes the focus and returns it', async () => {
    storeConsent({ analytics: true, marketing: false });
    show();
    expect(isGone()).toBe(true);
    await press('Settings');
    expect(document.activeElement).toBe(await banner());
    expect(screen.getByRole<HTMLInputElement>('switch', { name: /^Analytics/ }).checked).toBe(true);
    await press('Reject all');
    expect(readConsent()).toMatchObject({ analytics: false });
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Settings' }));
  });

  it('closes in every tab once one tab has an answer', async () => {
    show();
    await banner();
    localStorage.setItem(
      'cookie_consent',
      JSON.stringify({ analytics: false, marketing: false, functional: true, timestamp: '2026-11-21' }),
    );
    act(() => void dispatchEvent(new Event('storage')));
    expect(isGone()).toBe(true);
  });
});
