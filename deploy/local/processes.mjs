import { listenHost, mailOf, paymentsOf } from './outside.mjs';
import { ROOT } from './paths.mjs';
import { pick } from './pick.mjs';
import { DATABASES } from './secrets.mjs';

/** Offsets from the first internal port. */
const PORTS = {
  postgres: 0,
  redis: 1,
  accounts: 2,
  billing: 3,
  usage: 4,
  admin: 5,
  mail: 6,
  'mail-page': 7,
  stripe: 8,
  'ops-gateway': 10,
  'ops-accounts': 11,
  'ops-billing': 12,
  'ops-usage': 13,
  'ops-admin': 14,
  'ops-worker-image': 15,
  'ops-worker-media': 16,
  'ops-worker-document': 17,
};

/** Who operates the service, for the legal pages. */
const OPERATOR = ['NAME', 'ADDRESS', 'REGISTER', 'VAT', 'EMAIL', 'DISPUTE_BODY', 'DISPUTE_URL'].map(
  (field) => `OPERATOR_${field}`,
);

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

/**
 * The Node processes of Filemill with their environment, in the order in which they start, and what the person at the
 * keyboard should know of them. A process gets what it needs and nothing else: no worker has a database or a public
 * secret, and what only stands in for the world outside knows nothing of Filemill.
 */
export function processesOf({ data, ports, secrets, publicUrl, test, extra = {} }) {
  const at = (name) => `127.0.0.1:${ports[name]}`;
  const base = {
    NODE_ENV: 'production',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'info',
    PATH: '/usr/bin:/bin',
    HOME: data,
    LANG: 'C.UTF-8',
    // Measured: garbage collection on four threads costs three times what it costs on one.
    NODE_OPTIONS: '--v8-pool-size=1',
    ...pick(process.env, ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER_ARG']),
    ...(test ? { TEST_MODE: 'true', CLOCK_OFFSET_FILE: `${data}/clock-offset-ms` } : {}),
  };
  const redis = { REDIS_URL: `redis://:${secrets.redis}@${at('redis')}` };
  const calls = { SERVICE_TOKEN_SECRET: secrets.service };
  const workerCalls = { WORKER_TOKEN_SECRET: secrets.workers };
  const store = { STORE_URL: process.env.STORE_URL ?? `file://${data}/store` };
  const addresses = Object.fromEntries(DATABASES.map((name) => [`${name.toUpperCase()}_ADDRESS`, at(name)]));
  const product = { PUBLIC_URL: publicUrl, ...pick(process.env, ['PRODUCT_NAME', 'SUPPORT_EMAIL']) };
  // All clients on this machine share one address, so a limit by address would not tell them apart.
  const exempt = { GUEST_ADDRESS_EXEMPT: 'loopback' };
  const mail = mailOf({ data, ports, base });
  const payments = paymentsOf({ data, ports, secrets, base });
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
      // Starting a program copies the page tables of the process that starts it: 3 ms for each 100 MB.
      NODE_OPTIONS: '--v8-pool-size=1 --max-semi-space-size=4',
      ...workerCalls,
      ...redis,
      ...store,
      ...storeKeys,
      USAGE_ADDRESS: at('usage'),
      WORK_DIR: `${data}/work/${name}`,
      ...pick(process.env, ['MEMORY_BYTES']),
    });

  const others = (...names) =>
    pick(
      addresses,
      names.map((name) => `${name}_ADDRESS`),
    );

  const services = [
    withDatabase('accounts', {
      ...redis,
      ...product,
      ...mail.env,
      ...exempt,
      ...others('USAGE', 'BILLING'),
      TOKEN_PRIVATE_KEY: secrets.token_private,
      API_KEY_SECRET: secrets.api_keys,
    }),
    withDatabase('billing', {
      ...payments.env,
      ...others('ACCOUNTS', 'USAGE'),
      ...product,
    }),
    withDatabase('usage', { ...workerCalls, ...redis, ...store, ...storeKeys, ...exempt }),
    withDatabase('admin', { ...redis, ...others('ACCOUNTS', 'BILLING', 'USAGE') }),
    worker('worker-image'),
    worker('worker-media'),
    worker('worker-document'),
    service('gateway', {
      // A small young generation frees the chunks of uploads soon.
      NODE_OPTIONS: '--v8-pool-size=1 --max-semi-space-size=4',
      PORT: String(ports.gateway),
      LISTEN_HOST: listenHost(),
      TOKEN_PUBLIC_KEY: secrets.token_public,
      DOWNLOAD_TOKEN_SECRET: secrets.download,
      WEB_ROOT: `${ROOT}/apps/web/dist`,
      ...calls,
      ...redis,
      ...store,
      ...storeKeys,
      ...addresses,
      ...product,
      RATE_LIMIT_EXEMPT: 'loopback',
      ...pick(process.env, ['TRUST_PROXY_HOPS', 'ANALYTICS_URL', ...OPERATOR]),
    }),
  ];
  return {
    processes: [mail.process, payments.process].filter((process) => process !== undefined).concat(services),
    lines: [mail.line, payments.line],
  };
}

export const databaseUrl = (name, ports, secrets) =>
  `postgres://filemill_${name}:${secrets[`database_${name}`]}@127.0.0.1:${ports.postgres}/filemill`;
