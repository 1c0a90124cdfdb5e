import { AppError } from '@filemill/errors';
import { RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { BILLING_CONFIG, type BillingConfig } from '../config.js';

/** The API version of this code and of the webhook endpoint. */
const API_VERSION = '2026-10-28.endive';
/** Stripe normally answers within a second; a checkout that waits longer should be tried again. */
const TIMEOUT_MS = 5_000;
const MAX_RETRIES = 2;

/** The message while payment is off. */
export const PAYMENT_OFF_MESSAGE = 'Payment is switched off on this installation.';
const PAYMENT_UNAVAILABLE_MESSAGE =
  'Payment is not available right now. Nothing was charged. Please try again in a moment.';

/** Stripe's API, or its absence. Never called inside a database transaction. */
@Injectable()
export class StripeApi {
  private readonly client: Stripe | undefined;

  constructor(@Inject(BILLING_CONFIG) config: BillingConfig, @Inject(RUNTIME) { logger }: Runtime) {
    const { STRIPE_SECRET_KEY: key, STRIPE_API_URL: url } = config;
    if (!key) {
      logger.warn('payment is switched off: STRIPE_SECRET_KEY is not set');
      return;
    }
    this.client = new Stripe(key, {
      apiVersion: API_VERSION,
      maxNetworkRetries: MAX_RETRIES,
      timeout: TIMEOUT_MS,
      telemetry: false,
      ...(url && standIn(new URL(url))),
    });
  }

  /** Whether payment is switched on. */
  get isOn(): boolean {
    return this.client !== undefined;
  }

  /** @throws {AppError} UNAVAILABLE while payment is off */
  assertOn(): Stripe {
    if (!this.client) throw new AppError('UNAVAILABLE', { message: PAYMENT_OFF_MESSAGE });
    return this.client;
  }

  /**
   * Calls Stripe.
   *
   * @throws {AppError} UNAVAILABLE while payment is off or Stripe is unreachable; INTERNAL for a refusal
   */
  async call<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
    const client = this.assertOn();
    try {
      return await work(client);
    } catch (error) {
      throw toAppError(error);
    }
  }

  /** Like {@link call}, but undefined if Stripe does not know the object. */
  async find<T>(work: (stripe: Stripe) => Promise<T>): Promise<T | undefined> {
    try {
      return await this.call(work);
    } catch (error) {
      if (error instanceof AppError && isMissing(error.cause)) return undefined;
      throw error;
    }
  }
}

const standIn = ({ hostname, port }: URL) =>
  ({ protocol: 'http', host: hostname, port: port || '80' }) as const;

const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

/** If Stripe refuses the key, the operator must replace it; for users payment is unavailable. */
function toAppError(error: unknown): unknown {
  const { StripeError, StripeInvalidRequestError, StripeIdempotencyError, StripeCardError } = Stripe.errors;
  if (!(error instanceof StripeError)) return error;
  const refused =
    error instanceof StripeInvalidRequestError ||
    error instanceof StripeIdempotencyError ||
    error instanceof StripeCardError;
  return refused
    ? new AppError('INTERNAL', {}, { cause: error })
    : new AppError('UNAVAILABLE', { message: PAYMENT_UNAVAILABLE_MESSAGE }, { cause: error });
}
