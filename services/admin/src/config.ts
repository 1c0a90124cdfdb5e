import { clientConfig } from '@filemill/contracts';
import { loadConfig, redisConfig } from '@filemill/platform';
import { serviceConfig } from '@filemill/service';

/** Everything that this service reads from its environment. */
export const loadAdminConfig = (env?: Record<string, string | undefined>) =>
  loadConfig({ ...serviceConfig('admin'), ...redisConfig, ...clientConfig }, env);

/** The values of {@link loadAdminConfig}. */
export type AdminConfig = ReturnType<typeof loadAdminConfig>;

/** Injection token of the {@link AdminConfig}. */
export const ADMIN_CONFIG = Symbol('admin config');
