import { mkdirSync } from 'node:fs';
import { DATABASES, loadSecrets } from '../local/secrets.mjs';
import { DATA_NAMESPACE, NAMESPACE } from './cluster.mjs';

const secret = (namespace, name, stringData) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace },
  stringData,
});

/**
 * Users of Redis, a line of its access list each. Workers may not list keys, change the server or flush it; KEDA may ask
 * for lengths. Clients call INFO when they connect.
 */
export const redisUsers = ({ redis, redis_workers, redis_scaler }) => [
  `user default on >${redis} ~* &* +@all`,
  `user workers on >${redis_workers} ~* &* +@all -@admin -@dangerous +info`,
  `user scaler on >${redis_scaler} ~bull:* -@all +@connection +eval +evalsha +type +llen +zcard +scard +hlen +xlen`,
];

/**
 * The Secrets that k8s/local and the chart with values-local.yaml refer to. The values are made once and kept, so that
 * a second run finds the databases open.
 *
 * @param {string} data - folder where they are kept
 */
export function localSecrets(data) {
  mkdirSync(data, { recursive: true });
  const made = loadSecrets(data, ['redis_workers', 'redis_scaler', 'database_owner', 's3_key', 's3_secret']);
  const redis = 'redis.filemill-data.svc.cluster.local:6379';
  const database = (user, password, name) =>
    `postgres://${user}:${password}@postgres.filemill-data.svc.cluster.local:5432/${name}`;
  const store = { 'store-access-key-id': made.s3_key, 'store-secret-access-key': made.s3_secret };
  const ofService = {
    accounts: {
      'user-token-private': made.token_private,
      'api-key-secret': made.api_keys,
      // No server listens there: mails of a test cluster are dropped.
      'smtp-url': 'smtp://127.0.0.1:25',
    },
  };
  return [
    secret(DATA_NAMESPACE, 'postgres', { password: made.database_owner }),
    secret(DATA_NAMESPACE, 'redis', {
      password: made.redis,
      'users.acl': redisUsers(made)
        .map((user) => `${user}\n`)
        .join(''),
    }),
    secret(DATA_NAMESPACE, 's3', { 'access-key': made.s3_key, 'secret-key': made.s3_secret }),
    secret(NAMESPACE, 'filemill-services', {
      'service-token': made.service,
      'redis-url': `redis://:${made.redis}@${redis}`,
      ...store,
    }),
    secret(NAMESPACE, 'filemill-workers', {
      'worker-token': made.workers,
      'redis-url': `redis://workers:${made.redis_workers}@${redis}`,
      ...store,
    }),
    secret(NAMESPACE, 'filemill-scaler', { 'redis-password': made.redis_scaler }),
    secret(NAMESPACE, 'filemill-gateway', {
      'download-token': made.download,
      'user-token-public': made.token_public,
    }),
    secret(NAMESPACE, 'filemill-database-owner', {
      'database-url': database('filemill_owner', made.database_owner, 'postgres'),
    }),
    ...DATABASES.map((name) =>
      secret(NAMESPACE, `filemill-${name}`, {
        'database-url': database(`filemill_${name}`, made[`database_${name}`], 'filemill'),
        ...ofService[name],
      }),
    ),
  ];
}
