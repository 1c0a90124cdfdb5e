/** `npm run compose:secrets`: writes the secrets of deploy/compose.yaml into deploy/out/compose.env, once. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DATABASES, ROOT, randomSecret, tokenKeys } from '@filemill/local-stack';

const FILE = `${ROOT}/deploy/out/compose.env`;
const RANDOM = [
  'SERVICE_TOKEN_SECRET',
  'WORKER_TOKEN_SECRET',
  'DOWNLOAD_TOKEN_SECRET',
  'API_KEY_SECRET',
  'REDIS_PASSWORD',
  'STORE_SECRET_KEY',
  'GRAFANA_PASSWORD',
  ...['owner', ...DATABASES].map((name) => `DATABASE_${name.toUpperCase()}_PASSWORD`),
];

if (existsSync(FILE)) {
  console.log(`${FILE} exists already; it was not changed.`);
} else {
  const { token_private, token_public } = tokenKeys();
  const values = {
    TOKEN_PRIVATE_KEY: token_private,
    TOKEN_PUBLIC_KEY: token_public,
    ...Object.fromEntries(RANDOM.map((name) => [name, randomSecret()])),
  };
  mkdirSync(dirname(FILE), { recursive: true });
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(FILE, lines.join(''), { mode: 0o600 });
  console.log(`${FILE} contains the secrets of this installation.`);
}
