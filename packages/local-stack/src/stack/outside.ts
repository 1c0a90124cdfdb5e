import { pick } from '../ground/pick.ts';
import type { Ports } from './ports.ts';
import type { EmulatorProcess, Environment } from './process.ts';
import { type Secrets, secretOf } from './secrets.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/** Address on which the gateway of this machine listens. */
export const listenHost = (): string => process.env.LISTEN_HOST ?? '127.0.0.1';

/** A service of the outside world, or what stands in for it on this machine. */
export interface Outside {
  /** Environment of the service that uses it. */
  readonly env: Environment;
  /** The process that stands in for it. */
  readonly process?: EmulatorProcess;
  /** What the person at the keyboard should know. */
  readonly line: string;
}

interface OutsideOptions {
  readonly data: string;
  readonly ports: Ports;
  readonly base: Environment;
}

/**
 * What accounts sends mail through: the operator's server, or the catcher of this machine.
 */
export function mailOf({ data, ports, base }: OutsideOptions): Outside {
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
 * What billing takes payments through: Stripe, an emulator that takes no money, or nothing. The emulator would let
 * everybody who reaches the site have Pro, so it runs only for the person at this machine.
 */
export function paymentsOf(options: OutsideOptions & { readonly secrets: Secrets }): Outside {
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
