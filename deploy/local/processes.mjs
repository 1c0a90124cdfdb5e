import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { ROOT } from './paths.mjs';

/** Services with a database of their own: a schema and a role each. */
export const DATABASES = ['accounts', 'billing', 'usage', 'admin'];

/** Offsets from the first internal port. */
const PORTS = {
  postgres: 0,
  redis: 1,
  accounts: 2,
  billing: 3,
  usage: 4,
  admin: 5,
  'ops-gateway': 10,
  'ops-accounts': 11,
  'ops-billing': 12,
  'ops-usage': 13,
  'ops-admin': 14,
  'ops-worker-image': 15,
  'ops-worker-media': 16,
  'ops-worker-document': 17,
};

/**
 * Which process listens where.
 *
 * @param {number} publicPort - of the gateway
 * @param {number} firstPort - of the internal ones, 18 in a row
 */
export function portsOf(publicPort, firstPort) {
  const internal = Object.entries(PORTS).map(([name, offset]) => [name, firstPort + offset]);
  return { gateway: publicPort, ...Object.fromEntries(internal) };
}

/** Secrets of this installation, made once. */
export function loadSecrets(data) {
  const file = `${data}/secrets.json`;
  if (!existsSync(file)) {
    mkdirSync(data, { recursive: true });
    const secret = () => randomBytes(32).toString('base64url');
    const names = ['service', 'download', 'redis', ...DATABASES.map((name) => `database_${name}`)];
    writeFileSync(file, JSON.stringify(Object.fromEntries(names.map((name) => [name, secret()]))), {
      mode: 0o600,
    });
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * The Node processes of Filemill with their environment, in the order in which they start.
 * A process gets what it needs and nothing else: no worker has a database or a public secret.
 */
export function processesOf({ data, ports, secrets, publicUrl, test, extra = {} }) {
  const at = (name) => `127.0.0.1:${ports[name]}`;
  const base = {
    NODE_ENV: 'production',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'info',
    PATH: '/usr/bin:/bin',
    HOME: data,
    LANG: 'C.UTF-8',
    ...(test ? { TEST_MODE: 'true', CLOCK_OFFSET_FILE: `${data}/clock-offset-ms` } : {}),
  };
  const redis = { REDIS_URL: `redis://:${secrets.redis}@${at('redis')}` };
  const calls = { SERVICE_TOKEN_SECRET: secrets.service };
  const store = { STORE_URL: process.env.STORE_URL ?? `file://${data}/store` };
  const addresses = Object.fromEntries(DATABASES.map((name) => [`${name.toUpperCase()}_ADDRESS`, at(name)]));
  const product = pick(process.env, ['PRODUCT_NAME', 'SUPPORT_EMAIL', 'TRUST_PROXY_HOPS']);
  const storeKeys = pick(process.env, ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION']);

  const service = (name, env) => ({
    name,
    script: `services/${name}/dist/main.js`,
    opsPort: ports[`ops-${name}`],
    env: {
      ...base,
      OPS_PORT: String(ports[`ops-${name}`]),
      ...env,
      ...extra[name],
    },
  });
  const withDatabase = (name, env) =>
    service(name, {
      GRPC_PORT: String(ports[name]),
      DATABASE_URL: databaseUrl(name, ports, secrets),
      ...calls,
      ...env,
    });
  const worker = (name) =>
    service(name, {
      ...calls,
      ...redis,
      ...store,
      ...storeKeys,
      USAGE_ADDRESS: at('usage'),
      WORK_DIR: `${data}/work/${name}`,
    });

  return [
    withDatabase('accounts', {}),
    withDatabase('billing', {}),
    withDatabase('usage', { ...redis, ...store, ...storeKeys, GUEST_ADDRESS_EXEMPT: 'loopback' }),
    withDatabase('admin', addresses),
    worker('worker-image'),
    worker('worker-media'),
    worker('worker-document'),
    service('gateway', {
      // A small young generation frees the chunks of uploads soon: 25 MB for a 2 GB upload instead of 67.
      NODE_OPTIONS: '--max-semi-space-size=2',
      PORT: String(ports.gateway),
      LISTEN_HOST: process.env.LISTEN_HOST ?? '127.0.0.1',
      PUBLIC_URL: publicUrl,
      DOWNLOAD_TOKEN_SECRET: secrets.download,
      WEB_ROOT: `${ROOT}/apps/web/dist`,
      ...calls,
      ...redis,
      ...store,
      ...storeKeys,
      ...addresses,
      ...product,
    }),
  ];
}

export const databaseUrl = (name, ports, secrets) =>
  `postgres://filemill_${name}:${secrets[`database_${name}`]}@127.0.0.1:${ports.postgres}/filemill`;

const pick = (source, names) =>
  Object.fromEntries(names.filter((name) => source[name]).map((name) => [name, source[name]]));
