import type { IncomingHttpHeaders } from 'node:http';
import { API_VERSION } from '../core/events.ts';
import { invalidParameter, StripeFault, unauthorized, unreachable } from '../core/faults.ts';
import { parseForm } from '../core/form.ts';
import { parseParams } from '../core/params.ts';
import { list, requiredText } from '../core/rules.ts';
import { newId } from '../core/store.ts';
import type { Answer, StripeCall } from '../core/stored.ts';
import type { World } from '../core/world.ts';
import { expand } from './expand.ts';
import { remember, remembered } from './idempotency.ts';
import { routes } from './routes.ts';

/** A call as it arrived. */
export interface ApiRequest extends StripeCall {
  readonly headers: IncomingHttpHeaders;
}

/** What an executed or refused call answers. */
interface Result {
  readonly status: number;
  readonly text: string;
  /** Whether the answer belongs to the idempotency key. */
  readonly executed: boolean;
}

/** Answers one request to Stripe's API, synchronously: no other request sees it half done. */
export function answer(world: World, request: ApiRequest): Answer {
  const id = newId('req', 14);
  const key = request.method === 'POST' ? request.headers['idempotency-key']?.toString() : undefined;
  const headers = {
    'content-type': 'application/json',
    'request-id': id,
    'stripe-version': API_VERSION,
    ...(key && { 'idempotency-key': key }),
  };
  try {
    if (world.faults.isUnreachable) throw unreachable();
    authenticate(request.headers);
    if (key) {
      const first = remembered(world, { ...request, key });
      if (first) {
        const replayed = { 'idempotent-replayed': 'true', 'original-request': first.requestId };
        return { status: first.status, headers: { ...headers, ...replayed }, text: first.text };
      }
    }
    const { status, text, executed } = execute(world, request, id, key);
    if (key && executed) remember(world, { ...request, key }, { status, text, requestId: id });
    return { status, headers, text };
  } catch (error) {
    const { status, text } = refusal(error, id);
    return { status, headers, text };
  }
}

function execute(world: World, request: ApiRequest, id: string, key: string | undefined): Result {
  const { method, path, query, body } = request;
  world.request = { id, idempotencyKey: key };
  try {
    const route = routes.find((it) => it.method === method && it.pattern.test(path));
    if (!route) throw noRoute(method, path);
    const shape = { ...route.params, expand: list(requiredText()) };
    const { expand: paths, ...params } = parseParams(shape, parseForm(method === 'POST' ? body : query));
    const target = route.pattern.exec(path)?.[1] ?? '';
    const result = expand(world, route.handle(world, params, target), paths ?? []);
    return { status: 200, text: JSON.stringify(result, null, 2), executed: true };
  } catch (error) {
    return refusal(error, id);
  } finally {
    world.request = undefined;
  }
}

/** Stripe's response to an unknown URL. */
function noRoute(method: string, path: string): StripeFault {
  const message = `Unrecognized request URL (${method}: ${path}). It is no part of the emulator.`;
  return new StripeFault(404, { type: 'invalid_request_error', message }, { executed: false });
}

function authenticate(headers: IncomingHttpHeaders): void {
  const key = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
  if (!key) throw unauthorized('You did not provide an API key.');
  if (!/^sk_test_\w+$/.test(key)) throw unauthorized('Invalid API Key provided: only test keys belong here.');
  const version = headers['stripe-version'] ?? API_VERSION;
  if (version !== API_VERSION)
    throw invalidParameter(`Invalid Stripe API version: ${version}; the emulator has ${API_VERSION}.`);
}

/** @throws the error itself if it is not one of Stripe's refusals */
function refusal(error: unknown, requestId: string): Result {
  if (!(error instanceof StripeFault)) throw error;
  const body = { error: { ...error.error, request_id: requestId } };
  return { status: error.status, text: JSON.stringify(body, null, 2), executed: error.executed };
}
