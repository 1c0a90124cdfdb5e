import { SERVICE_PORTS, serviceTokenConfig, workerTokenConfig } from '@filemill/contracts';
import { databaseConfig } from '@filemill/database';
import { exemptAddressesSchema, loadConfig, port, redisConfig } from '@filemill/platform';
import { storageConfig } from '@filemill/storage';

/** Variables of this service only. */
const usageConfig = {
  GRPC_PORT: port(SERVICE_PORTS.usage),
  /** Guests from these addresses are counted by fingerprint only: comma-separated, or the word `loopback`. */
  GUEST_ADDRESS_EXEMPT: exemptAddressesSchema,
};

/** Everything that this service reads from its environment. */
export const loadUsageConfig = (env?: Record<string, string | undefined>) =>
  loadConfig(
    {
      ...usageConfig,
      ...databaseConfig,
      ...redisConfig,
      ...storageConfig,
      ...serviceTokenConfig,
      ...workerTokenConfig,
    },
    env,
  );

export type UsageConfig = ReturnType<typeof loadUsageConfig>;

/** Injection token of the {@link UsageConfig}. */
export const USAGE_CONFIG = Symbol('usage config');
