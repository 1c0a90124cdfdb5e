import type { CancellationView, ResumedView } from '@filemill/api';
import { sendJson } from '@filemill/web-client';

/** Ends the subscription with its paid period. @throws {ApiError} `not_found` without a subscription */
export const cancelSubscription = (): Promise<CancellationView> =>
  sendJson('POST', '/api/cancel-subscription');

/** Reverts a cancellation while the period lasts. @throws {ApiError} `not_found` without a subscription */
export const resumeSubscription = (): Promise<ResumedView> => sendJson('POST', '/api/resume-subscription');
