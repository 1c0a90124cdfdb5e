import type { AnswerOf, PathOf, RouteAt } from '@filemill/api';
import { HEADERS } from '@filemill/product';
import { type ApiError, toApiError, unreachableError } from './api-error.js';
import { guestFingerprint } from './fingerprint.js';
import type { Method, PathInput, RouteInput } from './route-input.js';
import { endSession, readSession } from './session.js';

/** Options of a call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** For a sign-in form: its 401 means a wrong password, and no session ends. */
  readonly keepSession?: boolean;
  /** Besides those that identify the caller. */
  readonly headers?: Readonly<Record<string, string>>;
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
 * Sends a request as the current user or guest. For a route of the API use {@link requestJson} or {@link callRoute}.
 *
 * @param path - from the root
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

/** Everything that a call of some route can say. */
interface AnyInput extends CallOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** The last argument of a call: it can be left out if nothing in it is required. */
type InputArgument<Needed> =
  Partial<Needed> extends Needed ? [input?: Needed & CallOptions] : [input: Needed & CallOptions];

function addressOf(path: string, { params = {}, query = {} }: AnyInput): string {
  const filled = path.replaceAll(/{(\w+)}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return pairs.length === 0 ? filled : `${filled}?${new URLSearchParams(pairs)}`;
}

function callAny(method: string, path: string, input: AnyInput = {}): Promise<Response> {
  const { headers, body, signal, keepSession } = input;
  const json = { body: JSON.stringify(body), headers: { ...headers, 'Content-Type': 'application/json' } };
  const init = body === undefined ? { method, headers } : { method, ...json };
  return call(addressOf(path, input), init, { signal, keepSession });
}

/** Address of a route, from the root. */
export const routeAddress = <Path extends PathOf>(
  path: Path,
  ...[input]: InputArgument<PathInput<Path>>
): string => addressOf(path, (input ?? {}) as AnyInput);

/**
 * Calls a route as `packages/api` declares it: `callRoute('GET', '/api/download/{id}', { params: { id } })`.
 *
 * @throws {ApiError} as {@link call} does
 */
export const callRoute = <M extends Method, Path extends PathOf<M>>(
  method: M,
  path: Path,
  ...[input]: InputArgument<RouteInput<RouteAt<M, Path>>>
): Promise<Response> => callAny(method, path, input as AnyInput | undefined);

/**
 * Calls a route and reads its JSON; undefined for an answer without content.
 *
 * @throws {ApiError} as {@link call} does
 */
export async function requestJson<M extends Method, Path extends PathOf<M>>(
  method: M,
  path: Path,
  ...[input]: InputArgument<RouteInput<RouteAt<M, Path>>>
): Promise<AnswerOf<RouteAt<M, Path>>> {
  const response = await callAny(method, path, input as AnyInput | undefined);
  return (response.status === 204 ? undefined : await response.json()) as AnswerOf<RouteAt<M, Path>>;
}
