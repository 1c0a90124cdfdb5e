import { pick } from './pick.mjs';

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/** Address on which the gateway of this machine listens. */
export const listenHost = () => process.env.LISTEN_HOST ?? '127.0.0.1';

/**
 * What accounts sends mail through: the operator's server, or the catcher of this machine.
 *
 * @returns environment of accounts, the catcher's process if there is one, and a line for the person at the keyboard
 */
export function mailOf({ data, ports, base }) {
  if (process.env.SMTP_URL) {
    return { env: pick(process.env, ['SMTP_URL', 'MAIL_FROM']), line: 'Mail: sent through SMTP_URL' };
  }
  const catcher = {
    name: 'mail',
    script: 'deploy/local/mail/main.mjs',
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
 *
 * @returns as {@link mailOf}, for billing
 */
export function paymentsOf({ data, ports, secrets, base }) {
  if (process.env.STRIPE_SECRET_KEY) {
    const names = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_URL'];
    return { env: pick(process.env, names), line: 'Payments: Stripe' };
  }
  if (!LOOPBACK.has(listenHost())) {
    const line = `Payments are switched off: LISTEN_HOST is ${listenHost()} and STRIPE_SECRET_KEY is not set`;
    return { env: {}, line };
  }
  const webhookSecret = `whsec_${secrets.stripe_webhook}`;
  const url = `http://127.0.0.1:${ports.stripe}`;
  const emulator = {
    name: 'stripe',
    script: 'deploy/local/stripe/main.mjs',
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
