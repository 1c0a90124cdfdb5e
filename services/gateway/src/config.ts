import { clientConfig, serviceTokenConfig, tokenPublicKeyConfig } from '@filemill/contracts';
import { exemptAddressesSchema, loadConfig, port, productConfig, redisConfig } from '@filemill/platform';
import { storageConfig } from '@filemill/storage';
import { z } from 'zod';

/** Variables of the gateway alone. */
const gatewayConfig = {
  /** Public port of the site and the API. */
  PORT: port(3000),
  /** Proxies of ours in front of the gateway; only their `X-Forwarded-For` entries are believed. */
  TRUST_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  /** Signs the links that stand for one conversion. */
  DOWNLOAD_TOKEN_SECRET: z.string().min(32, 'at least 32 characters'),
  /** Callers from these addresses have no rate limit but that of an API key: comma-separated, or the word `loopback`. */
  RATE_LIMIT_EXEMPT: exemptAddressesSchema,
  /** Folder of the built site; by default the one of this repository. */
  WEB_ROOT: z.string().default(new URL('../../../apps/web/dist', import.meta.url).pathname),
};

/** Everything that the gateway reads from its environment. */
export const loadGatewayConfig = (env?: Record<string, string | undefined>) =>
  loadConfig(
    {
      ...gatewayConfig,
      ...clientConfig,
      ...serviceTokenConfig,
      ...tokenPublicKeyConfig,
      ...redisConfig,
      ...productConfig,
      ...storageConfig,
    },
    env,
  );

export type GatewayConfig = ReturnType<typeof loadGatewayConfig>;

/** Injection token of the {@link GatewayConfig}. */
export const CONFIG = Symbol('config');
