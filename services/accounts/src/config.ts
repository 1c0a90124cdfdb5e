import { clientConfig, tokenPrivateKeyConfig } from '@filemill/contracts';
import { exemptAddressesSchema, loadConfig, productConfig, redisConfig } from '@filemill/platform';
import { serviceConfig } from '@filemill/service';
import { z } from 'zod';

const AES_256_KEY_BYTES = 32;

/** Variables of this service only. */
const ownConfig = {
  /** Encrypts API keys for display: base64url of 32 bytes. Another one makes the keys that exist unreadable, not unusable. */
  API_KEY_SECRET: z
    .string()
    .transform((text) => Buffer.from(text, 'base64url'))
    .refine((key) => key.length === AES_256_KEY_BYTES, 'base64url of 32 bytes'),
  /** Mail server, such as `smtps://user:password@mail.example:465`. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  /** Sender of mails; the support address by default. */
  MAIL_FROM: z.email().optional(),
  /** Addresses whose registrations and reset requests are not counted: comma-separated, or the word `loopback`. */
  GUEST_ADDRESS_EXEMPT: exemptAddressesSchema,
};

/** Everything that this service reads from its environment. */
export const loadAccountsConfig = (env?: Record<string, string | undefined>) =>
  loadConfig(
    {
      ...serviceConfig('accounts'),
      ...redisConfig,
      ...productConfig,
      ...tokenPrivateKeyConfig,
      USAGE_ADDRESS: clientConfig.USAGE_ADDRESS,
      BILLING_ADDRESS: clientConfig.BILLING_ADDRESS,
      ...ownConfig,
    },
    env,
  );

/** The values of {@link loadAccountsConfig}. */
export type AccountsConfig = ReturnType<typeof loadAccountsConfig>;

/** Injection token of the {@link AccountsConfig}. */
export const ACCOUNTS_CONFIG = Symbol('accounts config');
