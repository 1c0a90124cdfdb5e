import { ROOT } from '../ground/paths.ts';
import { listenHost, mailOf, paymentsOf } from './external-services.ts';
import type { Ports } from './ports.ts';
import type { EmulatorProcess, Environment, ServiceProcess } from './process.ts';
import { DATABASES, type DatabaseName, type ProcessName, pick, WORKERS, type WorkerName } from './process.ts';
import { type Secrets, secretOf } from './secrets.ts';

/** Who operates the service, for the legal pages. */
const OPERATOR: readonly string[] = 'NAME ADDRESS REGISTER VAT EMAIL DISPUTE_BODY DISPUTE_URL'
  .split(' ')
  .map((field) => `OPERATOR_${field}`);

/** What decides the environment of the processes. */
export interface ProcessesOptions {
  /** Folder of everything that the stack keeps. */
  readonly data: string;
  readonly ports: Ports;
  readonly secrets: Secrets;
  readonly publicUrl: string;
  /** Whether test mode is on: the clock can be moved. */
  readonly test: boolean;
  /** More environment, by process name. */
  readonly extra?: Readonly<Record<string, Environment>>;
}

/** The processes of a stack. */
export interface Processes {
  readonly processes: readonly (EmulatorProcess | ServiceProcess)[];
  /** Notes to print once they run, such as where mail goes. */
  readonly lines: readonly string[];
}

/** Environment variables with secrets. @param names - name of the secret by variable */
const secretsAs = (secrets: Secrets, names: Readonly<Record<string, string>>): Environment =>
  Object.fromEntries(Object.entries(names).map(([variable, name]) => [variable, secretOf(secrets, name)]));

/**
 * The Node processes of Filemill with their environment, in the order in which they start, and notes about them. A
 * process gets what it needs and nothing else: no worker has a database or a secret of the public site, and an emulator
 * of an external service has no secret of Filemill's own services.
 */
export function processesOf(options: ProcessesOptions): Processes {
  const { data, ports, secrets, publicUrl, test, extra = {} } = options;
  const at = (name: keyof Ports): string => `127.0.0.1:${ports[name]}`;
  const base: Environment = {
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
  const calls = secretsAs(secrets, { SERVICE_TOKEN_SECRET: 'service' });
  const workerCalls = secretsAs(secrets, { WORKER_TOKEN_SECRET: 'workers' });
  const store = { STORE_URL: process.env.STORE_URL ?? `file://${data}/store` };
  const addresses = Object.fromEntries(DATABASES.map((name) => [`${name.toUpperCase()}_ADDRESS`, at(name)]));
  const product = { PUBLIC_URL: publicUrl, ...pick(process.env, ['PRODUCT_NAME', 'SUPPORT_EMAIL']) };
  // All clients on this machine share one address, so a limit by address would not tell them apart.
  const exempt = { GUEST_ADDRESS_EXEMPT: 'loopback' };
  const mail = mailOf({ data, ports, base });
  const payments = paymentsOf({ data, ports, secrets, base });
  const storeKeys = pick(process.env, ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION']);

  const service = (name: ProcessName, env: Environment): ServiceProcess => ({
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
  const withDatabase = (name: DatabaseName, env: Environment): ServiceProcess =>
    service(name, {
      GRPC_PORT: String(ports[name]),
      DATABASE_URL: databaseUrl(name, ports, secrets),
      ...calls,
      ...env,
    });
  const worker = (name: WorkerName): ServiceProcess =>
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

  const others = (...names: string[]): Environment =>
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
      ...secretsAs(secrets, { TOKEN_PRIVATE_KEY: 'token_private', API_KEY_SECRET: 'api_keys' }),
    }),
    withDatabase('billing', {
      ...payments.env,
      ...others('ACCOUNTS', 'USAGE'),
      ...product,
    }),
    withDatabase('usage', { ...workerCalls, ...redis, ...store, ...storeKeys, ...exempt }),
    withDatabase('admin', { ...redis, ...others('ACCOUNTS', 'BILLING', 'USAGE') }),
    ...WORKERS.map(worker),
    service('gateway', {
      // A small young generation frees the chunks of uploads soon.
      NODE_OPTIONS: '--v8-pool-size=1 --max-semi-space-size=4',
      PORT: String(ports.gateway),
      LISTEN_HOST: listenHost(),
      ...secretsAs(secrets, { TOKEN_PUBLIC_KEY: 'token_public', DOWNLOAD_TOKEN_SECRET: 'download' }),
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
    processes: [mail.process, payments.process, ...services].filter((process) => process !== undefined),
    lines: [mail.line, payments.line],
  };
}

/** Address of a service's database, with its role and password. */
export const databaseUrl = (name: DatabaseName, ports: Pick<Ports, 'postgres'>, secrets: Secrets): string =>
  `postgres://filemill_${name}:${secretOf(secrets, `database_${name}`)}@127.0.0.1:${ports.postgres}/filemill`;
