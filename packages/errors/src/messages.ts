import { BYTES_PER_MB } from '@filemill/product';
import type { Code } from './codes.js';

/** Details of an error that are safe to show to the caller: limits, field names, targets. JSON values only. */
export type ErrorParams = Readonly<Record<string, unknown>>;

const text = (value: unknown, fallback: string): string =>
  value === undefined || value === null || value === '' ? fallback : String(value);
const mb = (bytes: unknown): string => `${Math.floor(Number(bytes) / BYTES_PER_MB)} MB`;
const list = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : text(value, ''));

/**
 * The English sentence for a code: what happened, the limit with its unit, what to do.
 * A `message` among the params wins, for texts that a rule fixes word for word (quota messages).
 */
const MESSAGES: Record<Code, (params: ErrorParams) => string> = {
  INVALID_REQUEST: (p) =>
    p.fields
      ? `The request is not valid: ${Object.entries(p.fields)
          .map(([k, v]) => `${k}: ${v}`)
          .join('; ')}`
      : 'The request is not valid.',
  UNAUTHENTICATED: () => 'Sign in, or send a valid API key.',
  SUSPENDED: () => 'This account is suspended. Please contact support.',
  FORBIDDEN: () => 'You do not have permission to do this.',
  NOT_FOUND: (p) => `${text(p.what, 'This resource')} was not found.`,
  UPLOAD_TIMEOUT: () =>
    'The upload was too slow or took too long. Try again with a faster connection or a smaller file.',
  EMAIL_TAKEN: () => 'An account with this e-mail address exists already.',
  PLAN_REQUIRED: () => 'This feature is part of the Pro plan.',
  CANCELLED: () => 'The conversion was cancelled.',
  IDEMPOTENCY_CONFLICT: () => 'A request with this idempotency key is still running.',
  GONE: () => 'This file has been deleted: files are kept for less than an hour.',
  FILE_TOO_LARGE: (p) =>
    p.limitBytes === undefined
      ? 'The file is too large.'
      : `The file is larger than the limit of ${mb(p.limitBytes)}.`,
  UNSUPPORTED_FORMAT: (p) => {
    const seen = p.seen ? `The file is ${p.seen}` : 'The format of the file is not supported';
    const targets = list(p.supportedTargets);
    return targets ? `${seen}. It can be converted to: ${targets}.` : `${seen}, which cannot be converted.`;
  },
  FILE_CORRUPT: (p) =>
    `The file is damaged or is not what its format says${p.detail ? `: ${p.detail}` : ''}.`,
  FILE_ENCRYPTED: () => 'The file is protected by a password or by copy protection. Remove it and try again.',
  OPTION_INVALID: (p) => `The option ${text(p.field, '')} is not valid${p.rule ? `: ${p.rule}` : ''}.`,
  PASSWORD_WRONG: () => 'The password is not correct.',
  IDEMPOTENCY_MISMATCH: () => 'This idempotency key was used with another request.',
  QUOTA_EXCEEDED: () => 'The conversion limit is reached.',
  CONCURRENCY_LIMIT: (p) =>
    `Only ${text(p.limit, 'a few')} conversions can run at once. Wait until one has ended.`,
  RATE_LIMITED: () => 'Too many requests. Wait a moment and try again.',
  ENGINE_FAILED: () => 'The conversion failed. It was not counted.',
  INTERNAL: () => 'Something went wrong on our side.',
  UNAVAILABLE: () => 'The service is not available right now. Try again in a moment.',
  OVERLOADED: ({ retryAfterSeconds }) =>
    `Too many people are converting right now. Try again in a ${Number(retryAfterSeconds) > 60 ? 'few minutes' : 'moment'}.`,
  ENGINE_TIMEOUT: () => 'The conversion took too long and was stopped. It was not counted.',
};

/** The English sentence for an error, or the `message` among its params. */
export const messageFor = (code: Code, params: ErrorParams = {}): string =>
  typeof params.message === 'string' ? params.message : MESSAGES[code](params);
