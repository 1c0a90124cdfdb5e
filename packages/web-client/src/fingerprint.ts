import { readValue, storeValue } from './storage.js';

const SEED_KEY = 'filemill-guest';
const SEED_BYTES = 16;

const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** 128 random bits of this browser: without them equal phones would share one quota and each other's files. */
function seed(): string {
  const stored = readValue(SEED_KEY);
  if (stored && /^[0-9a-f]{32}$/.test(stored)) return stored;
  const fresh = toHex(crypto.getRandomValues(new Uint8Array(SEED_BYTES)));
  storeValue(SEED_KEY, fresh);
  return fresh;
}

/** Facts that every page can read, and that change only when the browser is updated. */
const facts = (): string =>
  [
    navigator.platform,
    navigator.hardwareConcurrency,
    screen.colorDepth,
    Intl.DateTimeFormat().resolvedOptions().timeZone,
  ].join('|');

async function compute(): Promise<string> {
  const random = seed();
  // Without TLS there is no `subtle`; the random number alone is as good an identity.
  if (!crypto.subtle) return random;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${random}|${facts()}`));
  return toHex(new Uint8Array(digest));
}

let known: Promise<string> | undefined;

/** Identity of a guest: SHA-256 over the browser's facts and a stored random number, 64 hexadecimal characters. */
export function guestFingerprint(): Promise<string> {
  known ??= compute();
  return known;
}
