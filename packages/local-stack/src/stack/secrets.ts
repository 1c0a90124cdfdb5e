import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { DATABASES } from './process.ts';

/** Secrets by name; those of `NAMES` and the two token keys are always there. */
export type Secrets = Readonly<Record<string, string>>;

/** 32 random bytes, base64url. */
export const randomSecret = (): string => randomBytes(32).toString('base64url');
const NAMES = [
  'service',
  'workers',
  'download',
  'redis',
  'api_keys',
  'stripe_webhook',
  ...DATABASES.map((name) => `database_${name}`),
];

/** The two halves with which accounts signs tokens and gateways check them: PEM, base64url. */
export function tokenKeys(): { token_private: string; token_public: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const encode = (pem: string | Buffer): string => Buffer.from(pem).toString('base64url');
  return {
    token_private: encode(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    token_public: encode(publicKey.export({ type: 'spki', format: 'pem' })),
  };
}

/**
 * Secrets of this installation, made once; one that is older than a secret gets that one added.
 *
 * @param data - folder of the installation
 * @param more - names of random ones beside those that every installation has
 */
export function loadSecrets(data: string, more: readonly string[] = []): Secrets {
  const file = `${data}/secrets.json`;
  const known: Secrets = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const made: Secrets = {
    ...Object.fromEntries(
      [...NAMES, ...more].filter((name) => !known[name]).map((name) => [name, randomSecret()]),
    ),
    ...(known.token_private && known.token_public ? {} : tokenKeys()),
  };
  if (Object.keys(made).length === 0) return known;
  const secrets = { ...known, ...made };
  mkdirSync(data, { recursive: true });
  // Put in place whole: a file cut short by a crash would lock the installation out of its own databases.
  writeFileSync(`${file}.new`, JSON.stringify(secrets), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return secrets;
}

/** @throws {Error} for a secret that does not exist */
export function secretOf(secrets: Secrets, name: string): string {
  const secret = secrets[name];
  if (secret === undefined) throw new Error(`There is no secret named ${name}`);
  return secret;
}
