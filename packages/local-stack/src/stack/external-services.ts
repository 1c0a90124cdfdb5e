import type { Ports } from './ports.ts';
import type { EmulatorProcess, Environment } from './process.ts';
import { pick } from './process.ts';
import { type Secrets, secretOf } from './secrets.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/** Address on which the gateway of this machine listens. */
export const listenHost = (): string => process.env.LISTEN_HOST ?? '127.0.0.1';

/** A service outside Filemill, or the emulator that replaces it on this machine. */
export interface ExternalService {
  /** Environment of the service that uses it. */
  readonly env: Environment;
  /** The emulator that replaces it. */
  readonly process?: EmulatorProcess;
  /** Note to print once the stack runs. */
  readonly line: string;
}

interface ExternalServiceOptions {
  readonly data: string;
  readonly ports: Ports;
  readonly base: Environment;
}

/** How accounts sends mail: through the operator's server, or to the mail catcher of this machine. */
export function mailOf({ data, ports, base }: ExternalServiceOptions): ExternalService {
  if (process.env.SMTP_URL) {
    return { env: pick(process.env, ['SMTP_URL', 'MAIL_FROM']), line: 'Mail: sent through SMTP_URL' };
  }
  const catcher: EmulatorProcess = {
    name: 'mail',
    script: 'deploy/mail-catcher/main.ts',
    port: ports.mail,
    env: {
      ...base,
      SMTP_PORT: String(ports.mail),
      PAGE_PORT: String(ports['mail-page']),
      FOLDER: `${data}/mail`,
    },
  };
  return {
    env: { SMTP_URL: `smtp://127.0.0.1:${ports.mail}`, ...pick(process.env, ['MAIL_FROM']) },
    process: catcher,
    line: `Mail is caught, not sent: http://127.0.0.1:${ports['mail-page']}`,
  };
}

/**
 * How billing takes payments: through Stripe, through an emulator that takes no money, or not at all. With the emulator
 * everybody who reaches the site could get Pro without paying, so it runs only while the site listens on loopback.
 */
export function paymentsOf(options: ExternalServiceOptions & { readonly secrets: Secrets }): ExternalService {
  const { data, ports, secrets, base } = options;
  if (process.env.STRIPE_SECRET_KEY) {
    const names = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_URL'];
    return { env: pick(process.env, names), line: 'Payments: Stripe' };
  }
  if (!LOOPBACK.has(listenHost())) {
    const line = `Payments are switched off: LISTEN_HOST is ${listenHost()} and STRIPE_SECRET_KEY is not set`;
    return { env: {}, line };
  }
  const webhookSecret = `whsec_${secretOf(secrets, 'stripe_webhook')}`;
  const url = `http://127.0.0.1:${ports.stripe}`;
  const emulator: EmulatorProcess = {
    name: 'stripe',
    script: 'deploy/stripe-emulator/main.ts',
    port: ports.stripe,
    env: {
      ...base,
      PORT: String(ports.stripe),
      WEBHOOK_URL: `http://127.0.0.1:${ports.gateway}/api/billing/webhook`,
      WEBHOOK_SECRET: webhookSecret,
      STATE_FILE: `${data}/stripe.json`,
    },
  };
  return {
    env: {
      STRIPE_SECRET_KEY: 'sk_test_local',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: url,
    },
    process: emulator,
    line: `Payments take no money: an emulator of Stripe at ${url}`,
  };
}
