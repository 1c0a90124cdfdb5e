import { clientConfig } from '@filemill/contracts';
import { ConfigError, loadConfig, productConfig } from '@filemill/platform';
import { serviceConfig } from '@filemill/service';
import { z } from 'zod';

/** Addresses that an emulator of Stripe may have, so that real keys and events never leave the machine by mistake. */
const LOOPBACK_HOST = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/;

const webhookSecrets = z
  .string()
  .default('')
  .transform((list) => list.split(',').map((secret) => secret.trim()))
  .transform((secrets) => secrets.filter((secret) => secret !== ''))
  .pipe(z.array(z.string().regex(/^whsec_\S+$/, 'signing secrets that begin with whsec_')));

/** Variables of this service. */
const billingConfig = {
  ...serviceConfig('billing'),
  ACCOUNTS_ADDRESS: clientConfig.ACCOUNTS_ADDRESS,
  USAGE_ADDRESS: clientConfig.USAGE_ADDRESS,
  PUBLIC_URL: productConfig.PUBLIC_URL,
  PRODUCT_NAME: productConfig.PRODUCT_NAME,
  /** Absent: payment is switched off. */
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'a secret or restricted key of Stripe')
    .optional(),
  /** Signing secrets of the webhook endpoint, comma-separated while one replaces another. */
  STRIPE_WEBHOOK_SECRET: webhookSecrets,
  /** Address of an emulator of Stripe's API on this machine. */
  STRIPE_API_URL: z
    .url({ protocol: /^http$/, hostname: LOOPBACK_HOST, error: 'an http address of this machine' })
    .optional(),
};

/**
 * Everything that this service reads from its environment.
 *
 * @throws {ConfigError} naming each wrong variable; also for a live key together with an emulator
 */
export function loadBillingConfig(env?: Record<string, string | undefined>) {
  const config = loadConfig(billingConfig, env);
  const { STRIPE_SECRET_KEY: key, STRIPE_API_URL: url, STRIPE_WEBHOOK_SECRET: secrets } = config;
  const problems: string[] = [];
  if (key && /^.k_live_/.test(key) && url)
    problems.push('STRIPE_API_URL: must not be set together with a live STRIPE_SECRET_KEY');
  if (key && secrets.length === 0)
    problems.push('STRIPE_WEBHOOK_SECRET: needed together with STRIPE_SECRET_KEY');
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** The values of {@link loadBillingConfig}. */
export type BillingConfig = ReturnType<typeof loadBillingConfig>;

/** Injection token of the {@link BillingConfig}. */
export const BILLING_CONFIG = Symbol('billing config');
