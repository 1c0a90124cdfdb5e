import { clientConfig, serviceTokenConfig, tokenPublicKeyConfig } from '@filemill/contracts';
import {
  exemptAddressesSchema,
  loadConfig,
  port,
  productConfig,
  redisConfig,
  rotating,
} from '@filemill/platform';
import { storageConfig } from '@filemill/storage';
import { z } from 'zod';

/** Variables of the gateway only. */
export const gatewayConfig = {
  /** Public port of the site and the API. */
  PORT: port(3000),
  /** Number of our own proxies in front of the gateway; only their `X-Forwarded-For` entries are trusted. */
  TRUST_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  /** Signs the links to one conversion. */
  DOWNLOAD_TOKEN_SECRET: rotating(z.string().min(32, 'at least 32 characters')),
  /**
   * Callers from these addresses have no rate limit except that of an API key: comma-separated, or the word `loopback`.
   */
  RATE_LIMIT_EXEMPT: exemptAddressesSchema,
  /** Folder of the built site; by default the one of this repository. */
  WEB_ROOT: z.string().default(new URL('../../../apps/web/dist', import.meta.url).pathname),
  /** Folder of the built admin application. */
  ADMIN_ROOT: z.string().default(new URL('../../../apps/admin/dist', import.meta.url).pathname),
};

const webUrl = () => z.url({ protocol: /^https?$/ });

/** The operator, as the law requires it on the pages; a missing value is shown as not configured. */
const operatorConfig = {
  OPERATOR_NAME: z.string().optional(),
  /** Postal address on one line; commas separate its lines. */
  OPERATOR_ADDRESS: z.string().optional(),
  /** Court and number of the commercial register. */
  OPERATOR_REGISTER: z.string().optional(),
  OPERATOR_VAT: z.string().optional(),
  OPERATOR_EMAIL: z.email().optional(),
  /** The national body for consumer disputes, and its site. */
  OPERATOR_DISPUTE_BODY: z.string().optional(),
  OPERATOR_DISPUTE_URL: webUrl().optional(),
  /** Receives the analytics events of visitors who have agreed; without it nothing is sent. */
  ANALYTICS_URL: webUrl().optional(),
};

/** Everything that the gateway reads from its environment. */
export const loadGatewayConfig = (env?: Record<string, string | undefined>) =>
  loadConfig(
    {
      ...gatewayConfig,
      ...operatorConfig,
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
export const GATEWAY_CONFIG = Symbol('gateway config');
