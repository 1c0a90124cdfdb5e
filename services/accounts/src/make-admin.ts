import 'reflect-metadata';
import { createDataSource, databaseConfig } from '@filemill/database';
import { createLogger, createRedis, loadConfig, redisConfig, systemClock } from '@filemill/platform';
import { announceOwnerChange } from '@filemill/queue';
import { makeAdmin } from './administration/make-admin.js';
import { accountsDatabase } from './database.js';
import { email as emailSchema } from './dto.js';

/** EX_USAGE of sysexits.h. */
const WRONG_USAGE = 64;

/**
 * `node dist/make-admin.js <email>`: makes the account an administrator and prints its new password once. The service
 * may be running or not.
 */
const { data: email, error } = emailSchema.safeParse(process.argv[2]);
if (error) {
  console.error('usage: make-admin <e-mail address>');
  process.exit(WRONG_USAGE);
}
const { DATABASE_URL, REDIS_URL } = loadConfig({ ...databaseConfig, ...redisConfig });
const dataSource = await createDataSource(accountsDatabase, { url: DATABASE_URL, poolSize: 2 }).initialize();
const redis = createRedis(REDIS_URL, createLogger('make-admin', 'error'), { lazyConnect: true });
try {
  const nowMs = systemClock.nowMs();
  const { userId, password, isNew } = await makeAdmin(dataSource, email, nowMs);
  console.log(`${isNew ? 'A new account' : 'The account'} ${email} is an administrator.`);
  console.log(`Its password, shown only now: ${password}`);
  // Open pages are informed at once; without Redis within seconds.
  await redis
    .connect()
    .then(() => announceOwnerChange(redis, nowMs, 'user', userId))
    .catch((reason: unknown) => console.error(`Open pages were not told: ${reason}`));
} finally {
  redis.disconnect();
  await dataSource.destroy();
}
