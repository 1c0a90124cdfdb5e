/** A refusal as Stripe's API sends it. */
interface StripeError {
  readonly type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  readonly message: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly param?: string;
}

/** A refusal in the words of Stripe's API, with an HTTP status. */
export class StripeFault extends Error {
  readonly status: number;
  readonly error: StripeError;
  /** False if it was refused before the request did anything; an idempotency key does not remember that. */
  readonly executed: boolean;

  constructor(status: number, error: StripeError, { executed = true } = {}) {
    super(error.message);
    this.status = status;
    this.error = error;
    this.executed = executed;
  }
}

const TYPE = 'invalid_request_error';

/** A request that cannot be executed. */
export const invalid = (message: string, fields: Partial<StripeError> = {}): StripeFault =>
  new StripeFault(400, { type: TYPE, message, ...fields });

/** A parameter with a wrong value. */
export const invalidParameter = (message: string, param?: string, code?: string): StripeFault =>
  new StripeFault(400, { type: TYPE, message, param, ...(code && { code }) }, { executed: false });

/** An unknown id: 404 if it is in the path, 400 if it is in a parameter. */
export const missing = (what: string, id: string, param = 'id'): StripeFault =>
  new StripeFault(param === 'id' ? 404 : 400, {
    type: TYPE,
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  });

/** No key, or one that is not a test key. */
export const unauthorized = (message: string): StripeFault =>
  new StripeFault(401, { type: TYPE, message }, { executed: false });

/** An idempotency key that was used before with another request. */
export const idempotencyConflict = (message: string): StripeFault =>
  new StripeFault(400, { type: 'idempotency_error', message }, { executed: false });

/** Stripe's response when it is unavailable. */
export const unreachable = (): StripeFault =>
  new StripeFault(
    503,
    { type: 'api_error', message: 'Stripe is unreachable (switched off by a test).' },
    { executed: false },
  );

/** A card that is not charged. */
export const cardDeclined = (message: string, declineCode: string): StripeFault =>
  new StripeFault(402, { type: 'card_error', code: 'card_declined', decline_code: declineCode, message });
