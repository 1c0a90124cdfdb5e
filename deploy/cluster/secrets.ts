import { mkdirSync } from 'node:fs';
import { DATABASES, loadSecrets, secretOf } from '@filemill/local-stack';
import { STOPPED_ATTEMPTS_CHANNEL } from '@filemill/queue';
import type { ISecret } from 'kubernetes-models/v1';
import { DATA_NAMESPACE, NAMESPACE } from './cluster.ts';

const secret = (namespace: string, name: string, stringData: Record<string, string>): ISecret => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace },
  stringData,
});

/** Passwords of the users of Redis: the services, the workers, KEDA. */
export interface RedisPasswords {
  readonly services: string;
  readonly workers: string;
  readonly scaler: string;
}

/**
 * Users of Redis, a line of its access list each. Workers may not list keys, change the server or flush it, and receive
 * only which attempts must stop: other messages contain users' rows. KEDA may ask for lengths. Clients call INFO when
 * they connect.
 */
export const redisUsers = ({ services, workers, scaler }: RedisPasswords): string[] => [
  `user default on >${services} ~* &* +@all`,
  `user workers on >${workers} ~* &* +@all -@admin -@dangerous +info -subscribe -psubscribe -ssubscribe ` +
    `(+subscribe &${STOPPED_ATTEMPTS_CHANNEL})`,
  `user scaler on >${scaler} ~bull:* -@all +@connection +eval +evalsha +type +llen +zcard +scard +hlen +xlen`,
];

/**
 * The Secrets that k8s/local and the chart with values-local.yaml refer to. The values are made once and kept, so that
 * a second run can open the databases.
 *
 * @param data - folder where they are kept
 */
export function localSecrets(data: string): ISecret[] {
  mkdirSync(data, { recursive: true });
  const secrets = loadSecrets(data, [
    'redis_workers',
    'redis_scaler',
    'database_owner',
    's3_key',
    's3_secret',
  ]);
  const valueFor = (name: string): string => secretOf(secrets, name);
  const redis = 'redis.filemill-data.svc.cluster.local:6379';
  const database = (user: string, password: string, name: string): string =>
    `postgres://${user}:${password}@postgres.filemill-data.svc.cluster.local:5432/${name}`;
  const store = {
    'store-access-key-id': valueFor('s3_key'),
    'store-secret-access-key': valueFor('s3_secret'),
  };
  const accounts = {
    'user-token-private': valueFor('token_private'),
    'api-key-secret': valueFor('api_keys'),
    // No server listens there: mails of a test cluster are dropped.
    'smtp-url': 'smtp://127.0.0.1:25',
  };
  const users = redisUsers({
    services: valueFor('redis'),
    workers: valueFor('redis_workers'),
    scaler: valueFor('redis_scaler'),
  });
  return [
    secret(DATA_NAMESPACE, 'postgres', { password: valueFor('database_owner') }),
    secret(DATA_NAMESPACE, 'redis', {
      password: valueFor('redis'),
      'users.acl': users.map((user) => `${user}\n`).join(''),
    }),
    secret(DATA_NAMESPACE, 's3', { 'access-key': valueFor('s3_key'), 'secret-key': valueFor('s3_secret') }),
    secret(NAMESPACE, 'filemill-services', {
      'service-token': valueFor('service'),
      'redis-url': `redis://:${valueFor('redis')}@${redis}`,
      ...store,
    }),
    secret(NAMESPACE, 'filemill-workers', {
      'worker-token': valueFor('workers'),
      'redis-url': `redis://workers:${valueFor('redis_workers')}@${redis}`,
      ...store,
    }),
    secret(NAMESPACE, 'filemill-scaler', { 'redis-password': valueFor('redis_scaler') }),
    secret(NAMESPACE, 'filemill-gateway', {
      'download-token': valueFor('download'),
      'user-token-public': valueFor('token_public'),
    }),
    secret(NAMESPACE, 'filemill-database-owner', {
      'database-url': database('filemill_owner', valueFor('database_owner'), 'postgres'),
    }),
    ...DATABASES.map((name) =>
      secret(NAMESPACE, `filemill-${name}`, {
        'database-url': database(`filemill_${name}`, valueFor(`database_${name}`), 'filemill'),
        ...(name === 'accounts' ? accounts : {}),
      }),
    ),
  ];
}
