import { readValue, storeValue } from '@filemill/web-client';
import { useSyncExternalStore } from 'react';

/** What a visitor has agreed to. Functional storage (sign-in, language, this choice) needs no agreement. */
export interface Consent {
  readonly analytics: boolean;
  readonly marketing: boolean;
  readonly functional: true;
  /** Instant of the choice, ISO 8601 UTC. */
  readonly timestamp: string;
}

const KEY = 'cookie_consent';
const listeners = new Set<() => void>();
let known: { text: string | null; consent: Consent | null } | undefined;

const isConsent = (value: unknown): value is Consent => {
  const { analytics, marketing, timestamp } = (value ?? {}) as Partial<Record<keyof Consent, unknown>>;
  return typeof analytics === 'boolean' && typeof marketing === 'boolean' && typeof timestamp === 'string';
};

function parse(text: string | null): Consent | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isConsent(value) ? value : null;
  } catch {
    // Not written by this page: the same as no choice.
    return null;
  }
}

/** The stored choice; null where there is none, which means: nothing but what is functional. */
export function readConsent(): Consent | null {
  const text = readValue(KEY);
  if (known?.text !== text) known = { text, consent: parse(text) };
  return known?.consent ?? null;
}

/** Keeps a choice. */
export function storeConsent({ analytics, marketing }: Pick<Consent, 'analytics' | 'marketing'>): void {
  const consent: Consent = { analytics, marketing, functional: true, timestamp: new Date().toISOString() };
  storeValue(KEY, JSON.stringify(consent));
  for (const listener of listeners) listener();
}

/** Calls back when the choice changes, here or in another tab. @returns a function that stops it */
export function onConsentChange(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** The current choice, kept up to date. Undefined in a prerendered page, which has no visitor. */
export const useConsent = (): Consent | null | undefined =>
  useSyncExternalStore<Consent | null | undefined>(onConsentChange, readConsent, () => undefined);

const EVENT = 'filemill:cookie-settings';

/** Asks for the cookie banner, wherever the page shows it. */
export function openCookieSettings(): void {
  dispatchEvent(new Event(EVENT));
}

/** Calls back when the cookie banner is requested. @returns a function that stops it */
export function onOpenCookieSettings(listener: () => void): () => void {
  addEventListener(EVENT, listener);
  return () => removeEventListener(EVENT, listener);
}
