import {
  DATABASES,
  type DatabaseName,
  databaseUrl,
  type Secrets,
  type Stack,
  secretOf,
  WORKERS,
  type WorkerName,
} from '@filemill/local-stack';
import { freePort } from '@filemill/platform/testing';
import { createStore, type ObjectStore } from '@filemill/storage';
import { TestS3 } from '@filemill/storage/testing';
import { S3Proxy } from './s3-proxy.ts';
import { TcpProxy } from './tcp-proxy.ts';

/** All services and workers. */
export const PARTS = [...DATABASES, 'gateway', ...WORKERS] as const;
const STORE_USERS = ['usage', 'gateway', ...WORKERS] as const;
const REDIS_USERS = ['accounts', 'usage', 'admin', 'gateway'] as const;

export type PartName = (typeof PARTS)[number];
export type StoreKind = 'folder' | 's3';

/** Environment of the parts, beyond that of every stack. */
export type Environments = Record<PartName, Record<string, string>>;

/** The proxies between the parts of a rig. */
export interface Proxies {
  /** One for all services, and one for each worker. */
  readonly redis: Readonly<Record<'services' | WorkerName, TcpProxy>>;
  /** By service. */
  readonly postgres: Readonly<Record<DatabaseName, TcpProxy>>;
  /** By worker: its way to usage. */
  readonly ledger: Readonly<Record<WorkerName, TcpProxy>>;
  /** Where the debugger of a worker would listen. */
  readonly inspectPorts: Readonly<Record<WorkerName, number>>;
}

/** Makes one value for each name. @returns them by name */
export async function valueOfEach<N extends string, T>(
  names: readonly N[],
  make: (name: N) => Promise<T>,
): Promise<Record<N, T>> {
  const made = await Promise.all(names.map(async (name): Promise<[N, T]> => [name, await make(name)]));
  return Object.fromEntries(made) as Record<N, T>;
}

/** Opens the proxies of a stack, and puts their addresses into the environment of the parts. */
export async function openProxies({ ports }: Stack, secrets: Secrets, extra: Environments): Promise<Proxies> {
  const redisUrl = ({ port }: TcpProxy): string => `redis://:${secretOf(secrets, 'redis')}@127.0.0.1:${port}`;
  const proxies: Proxies = {
    redis: await valueOfEach(['services', ...WORKERS], () => TcpProxy.listen(ports.redis)),
    postgres: await valueOfEach(DATABASES, () => TcpProxy.listen(ports.postgres)),
    ledger: await valueOfEach(WORKERS, () => TcpProxy.listen(ports.usage)),
    inspectPorts: await valueOfEach(WORKERS, freePort),
  };
  for (const name of REDIS_USERS) extra[name].REDIS_URL = redisUrl(proxies.redis.services);
  for (const name of DATABASES)
    extra[name].DATABASE_URL = databaseUrl(name, { postgres: proxies.postgres[name].port }, secrets);
  for (const name of WORKERS) {
    const inspect = `--inspect-port=127.0.0.1:${proxies.inspectPorts[name]}`;
    Object.assign(extra[name], {
      REDIS_URL: redisUrl(proxies.redis[name]),
      USAGE_ADDRESS: `127.0.0.1:${proxies.ledger[name].port}`,
      NODE_OPTIONS: `--v8-pool-size=1 --max-semi-space-size=4 ${inspect}`,
    });
  }
  return proxies;
}

/** The store of a rig. */
export interface OpenedStore {
  /** Access to the objects without a proxy. */
  readonly store: ObjectStore;
  /** Only for a folder. */
  readonly storeFolder?: string;
  /** Only for S3. */
  readonly s3?: S3Proxy;
  readonly server?: TestS3;
}

/** Opens the store; an S3 server is started, and the parts reach it through a proxy. */
export async function openStore(kind: StoreKind, data: string, extra: Environments): Promise<OpenedStore> {
  if (kind === 'folder') {
    const storeFolder = `${data}/store`;
    const store = await createStore({ STORE_URL: `file://${storeFolder}`, STORE_MAX_USED_PERCENT: 100 });
    return { store, storeFolder };
  }
  const server = await TestS3.start();
  Object.assign(process.env, server.credentials);
  const store = await createStore({ STORE_URL: server.storeUrl, STORE_MAX_USED_PERCENT: 100 });
  const target = new URL(new URL(server.storeUrl).searchParams.get('endpoint') ?? '');
  const s3 = await S3Proxy.listen(Number(target.port));
  const url = server.storeUrl.replace(
    encodeURIComponent(target.origin),
    encodeURIComponent(`http://127.0.0.1:${s3.port}`),
  );
  for (const name of STORE_USERS) Object.assign(extra[name], server.credentials, { STORE_URL: url });
  return { store, s3, server };
}
