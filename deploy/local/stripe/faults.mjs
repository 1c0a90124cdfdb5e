/** A refusal in the words of Stripe's API: `{ error: { type, code, message, param } }` with an HTTP status. */
export class StripeFault extends Error {
  /**
   * @param {number} status - HTTP
   * @param {{ type: string, message: string, code?: string, param?: string }} error - as it is sent
   * @param {{ executed?: boolean }} [options] - false for what is refused before the request does anything;
   *   an idempotency key does not remember that
   */
  constructor(status, error, { executed = true } = {}) {
    super(error.message);
    this.status = status;
    this.error = error;
    this.executed = executed;
  }
}

const TYPE = 'invalid_request_error';

/** A request that cannot be carried out. */
export const invalid = (message, fields = {}) => new StripeFault(400, { type: TYPE, message, ...fields });

/** A parameter that does not hold what it must. */
export const invalidParameter = (message, param, code) =>
  new StripeFault(400, { type: TYPE, message, param, ...(code ? { code } : {}) }, { executed: false });

/** 404 for an object of the path, 400 for one that a parameter names. */
export const missing = (what, id, param = 'id', status = param === 'id' ? 404 : 400) =>
  new StripeFault(status, {
    type: TYPE,
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  });

/** A key that is none, or none of a test. */
export const unauthorized = (message) => new StripeFault(401, { type: TYPE, message }, { executed: false });

/** An idempotency key that came before with another request. */
export const idempotencyConflict = (message) =>
  new StripeFault(400, { type: 'idempotency_error', message }, { executed: false });

/** What Stripe answers when it cannot. */
export const away = () =>
  new StripeFault(
    503,
    { type: 'api_error', message: 'Stripe is unreachable (switched off by a test).' },
    { executed: false },
  );

/** A card that is not charged. */
export const cardDeclined = (message, declineCode) =>
  new StripeFault(402, { type: 'card_error', code: 'card_declined', decline_code: declineCode, message });
