import { workerTokenConfig } from '@filemill/contracts';
import { exemptAddressesSchema, loadConfig, redisConfig } from '@filemill/platform';
import { serviceConfig } from '@filemill/service';
import { storageConfig } from '@filemill/storage';

/** Variables of this service only. */
const usageConfig = {
  /** Guests from these addresses are counted by fingerprint only: comma-separated, or the word `loopback`. */
  GUEST_ADDRESS_EXEMPT: exemptAddressesSchema,
};

/** Everything that this service reads from its environment. */
export const loadUsageConfig = (env?: Record<string, string | undefined>) =>
  loadConfig(
    {
      ...serviceConfig('usage'),
      ...usageConfig,
      ...redisConfig,
      ...storageConfig,
      ...workerTokenConfig,
    },
    env,
  );

/** The values of {@link loadUsageConfig}. */
export type UsageConfig = ReturnType<typeof loadUsageConfig>;

/** Injection token of the {@link UsageConfig}. */
export const USAGE_CONFIG = Symbol('usage config');

/** Injection token of the `ObjectStore`. */
export const OBJECT_STORE = Symbol('object store');
