import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Services with a database of their own: a schema and a role each. */
export const DATABASES = ['accounts', 'billing', 'usage', 'admin'];

/** 32 random bytes, base64url. */
export const randomSecret = () => randomBytes(32).toString('base64url');
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
export function tokenKeys() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const encode = (key, type) => Buffer.from(key.export({ type, format: 'pem' })).toString('base64url');
  return { token_private: encode(privateKey, 'pkcs8'), token_public: encode(publicKey, 'spki') };
}

/**
 * Secrets of this installation, made once; one that is older than a secret gets that one added.
 *
 * @param {string[]} more - names of random ones beside those that every installation has
 */
export function loadSecrets(data, more = []) {
  const file = `${data}/secrets.json`;
  const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const made = {
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
