import { sendJson } from '@filemill/web-client';

export interface Cancellation {
  /** The server's English sentence. */
  readonly message: string;
  /** When Pro ends, ISO 8601. */
  readonly cancellationDate: string;
  /** This call changed nothing. */
  readonly alreadyCancelled: boolean;
}

/** Ends the subscription with its paid period. @throws {ApiError} `not_found` without a subscription */
export const cancelSubscription = (): Promise<Cancellation> => sendJson('POST', '/api/cancel-subscription');

/** Reverts a cancellation while the period lasts. @throws {ApiError} `not_found` without a subscription */
export const resumeSubscription = (): Promise<{ readonly message: string }> =>
  sendJson('POST', '/api/resume-subscription');
