import { type ApiError, toApiError, unreachable } from './api-error.js';
import { guestFingerprint } from './fingerprint.js';

/** Headers that say who asks. Later sign-in adds its token here. */
export const identityHeaders = async (): Promise<Record<string, string>> => ({
  'X-Guest-Fingerprint': await guestFingerprint(),
});

async function send(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { credentials: 'include', ...init });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw unreachable();
  }
  if (!response.ok) throw await errorOf(response);
  return response;
}

async function errorOf(response: Response): Promise<ApiError> {
  const error = toApiError(response.status, await response.text());
  const seconds = Number(response.headers.get('Retry-After'));
  if (seconds > 0) error.retryAfterSeconds = seconds;
  return error;
}

/**
 * Reads JSON.
 *
 * @throws {ApiError} for any answer but 2xx, `unavailable` for none
 */
export async function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  const headers = await identityHeaders();
  const response = await send(path, { headers, signal });
  return (await response.json()) as T;
}

/** Reads a file into memory. */
export async function getBlob(path: string): Promise<Blob> {
  const response = await send(path, { headers: await identityHeaders() });
  return response.blob();
}

/** Deletes; an answer of 404 or 410 means that it is gone already. */
export async function deleteAt(path: string): Promise<void> {
  try {
    await send(path, { method: 'DELETE', headers: await identityHeaders() });
  } catch (error) {
    const { status } = error as ApiError;
    if (status !== 404 && status !== 410) throw error;
  }
}
