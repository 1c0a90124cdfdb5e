import { callRoute, PRODUCT_NAME, requestJson } from '@filemill/web-client';
import { saveBlob } from '../../../lib/save-file.js';

/** Deletes the account with everything that belongs to it. @throws {ApiError} `password_wrong`, among others */
export const deleteAccount = (password: string) => requestJson('DELETE', '/api/user', { body: { password } });

/** Saves all stored data about the user as a JSON file. @throws {ApiError} */
export async function exportAccount(): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const file = await (await callRoute('GET', '/api/user/export')).blob();
  saveBlob(file, `${PRODUCT_NAME.toLowerCase()}-account-${day}.json`);
}

/** Creates a new API key; the old one is invalid at once. @throws {ApiError} `plan_required` without Pro */
export const rotateApiKey = async (): Promise<string> =>
  (await requestJson('POST', '/api/user/api-key')).apiKey;

/** Ends the subscription with its paid period. @throws {ApiError} `not_found` without a subscription */
export const cancelSubscription = () => requestJson('POST', '/api/cancel-subscription');

/** Reverts a cancellation while the period lasts. @throws {ApiError} `not_found` without a subscription */
export const resumeSubscription = () => requestJson('POST', '/api/resume-subscription');
