import { HEADERS } from '@filemill/product';
import { type ApiError, toApiError, unreachableError } from './api-error.js';
import { guestFingerprint } from './fingerprint.js';
import { endSession, readSession } from './session.js';

/** Options of a call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** For a sign-in form: its 401 means a wrong password, and no session ends. */
  readonly keepSession?: boolean;
}

/** Headers that identify the caller: the signed-in user, else the guest. */
export async function identityHeaders(): Promise<Record<string, string>> {
  const session = readSession();
  return session
    ? { Authorization: `Bearer ${session.token}` }
    : { [HEADERS.fingerprint]: await guestFingerprint() };
}

/** The page to show after a session is lost. */
let goHome: () => void = () => {
  if (location.pathname !== '/') location.assign('/');
};

/** Sets how to go to the root path; it must do nothing if the page is there already. */
export function onSessionLost(go: () => void): void {
  goHome = go;
}

/** Handles a refusal outside a sign-in form: 401 and 403 end the session and open the root path. */
export function endSessionIfRefused(error: ApiError): ApiError {
  if (error.status === 401 || error.status === 403) {
    endSession();
    goHome();
  }
  return error;
}

async function errorOf(response: Response): Promise<ApiError> {
  const error = toApiError(response.status, await response.text());
  const seconds = Number(response.headers.get('Retry-After'));
  if (seconds > 0) error.retryAfterSeconds = seconds;
  return error;
}

/**
 * Calls the API as the current user or guest.
 *
 * @param path - from the root: `/api/…`
 * @throws {ApiError} for any answer but 2xx, `unavailable` for none; an AbortError when the signal aborts
 */
export async function call(
  path: string,
  init: RequestInit = {},
  { signal, keepSession = false }: CallOptions = {},
): Promise<Response> {
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(await identityHeaders())) headers.set(name, value);
  let response: Response;
  try {
    response = await fetch(path, { ...init, credentials: 'include', headers, signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachableError();
  }
  if (response.ok) return response;
  const error = await errorOf(response);
  throw keepSession ? error : endSessionIfRefused(error);
}

const jsonOf = async <T>(response: Response): Promise<T> =>
  (response.status === 204 ? undefined : await response.json()) as T;

/** Reads JSON. @throws {ApiError} as {@link call} does */
export async function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  return jsonOf(await call(path, {}, { signal }));
}

/**
 * Sends JSON, or nothing, and reads JSON; undefined for an answer without content.
 *
 * @throws {ApiError} as {@link call} does
 */
export async function sendJson<T>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  options?: CallOptions,
): Promise<T> {
  const json =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
  return jsonOf(await call(path, { method, ...json }, options));
}

/** Reads a file into memory. @throws {ApiError} as {@link call} does */
export async function getBlob(path: string, signal?: AbortSignal): Promise<Blob> {
  return (await call(path, {}, { signal })).blob();
}

/** Deletes; 404 and 410 mean that it is deleted already. @throws {ApiError} as {@link call} does */
export async function deleteResource(path: string): Promise<void> {
  try {
    await call(path, { method: 'DELETE' });
  } catch (error) {
    const { status } = error as ApiError;
    if (status !== 404 && status !== 410) throw error;
  }
}
