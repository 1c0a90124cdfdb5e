import { clientConfig, SERVICE_PORTS, serviceTokenConfig } from '@filemill/contracts';
import { databaseConfig } from '@filemill/database';
import { loadConfig, port, redisConfig } from '@filemill/platform';

/** Everything that this service reads from its environment. */
export const loadAdminConfig = (env?: Record<string, string | undefined>) =>
  loadConfig(
    {
      GRPC_PORT: port(SERVICE_PORTS.admin),
      ...databaseConfig,
      ...redisConfig,
      ...clientConfig,
      ...serviceTokenConfig,
    },
    env,
  );

export type AdminConfig = ReturnType<typeof loadAdminConfig>;

/** Injection token of the {@link AdminConfig}. */
export const ADMIN_CONFIG = Symbol('admin config');
