import { API_VERSION } from './events.mjs';
import { expand } from './expand.mjs';
import { away, invalidParameter, StripeFault, unauthorized } from './faults.mjs';
import { parseForm } from './form.mjs';
import { remember, remembered } from './idempotency.mjs';
import { newId } from './ids.mjs';
import { list, parseParams, text } from './params.mjs';
import { routes } from './routes.mjs';

/**
 * Answers one request to Stripe's API, at once and as a whole: no other request is seen half done.
 *
 * @param {{ method: string, path: string, query: string, body: string, headers: object }} request
 * @returns {{ status: number, headers: object, text: string }} the answer on the wire
 */
export function answer(world, request) {
  const id = newId('req', 14);
  const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined;
  const headers = {
    'content-type': 'application/json',
    'request-id': id,
    'stripe-version': API_VERSION,
    ...(key ? { 'idempotency-key': key } : {}),
  };
  try {
    if (world.faults.away) throw away();
    authenticate(request.headers);
    if (key) {
      const first = remembered(world, { ...request, key });
      if (first) {
        const replayed = { 'idempotent-replayed': 'true', 'original-request': first.requestId };
        return { status: first.status, headers: { ...headers, ...replayed }, text: first.text };
      }
    }
    const result = carryOut(world, request, { id, key });
    if (key && result.executed) remember(world, { ...request, key, requestId: id }, result);
    return { status: result.status, headers, text: result.text };
  } catch (error) {
    return { ...refusal(error, id), headers };
  }
}

function carryOut(world, { method, path, query, body }, { id, key }) {
  world.request = { id, idempotencyKey: key ?? null };
  try {
    const route = routes.find((it) => it.method === method && it.pattern.test(path));
    if (!route) throw noRoute(method, path);
    const raw = parseForm(method === 'POST' ? body : query);
    const { expand: paths, ...params } = parseParams({ ...route.params, expand: list(text()) }, raw);
    const [, target] = route.pattern.exec(path);
    const result = expand(world, route.handle(world, params, target), paths);
    return { status: 200, text: JSON.stringify(result, null, 2), executed: true };
  } catch (error) {
    return { ...refusal(error, id), executed: error.executed };
  } finally {
    world.request = undefined;
  }
}

/** Stripe's response to an unknown URL. */
function noRoute(method, path) {
  const message = `Unrecognized request URL (${method}: ${path}). It is no part of the emulator.`;
  return new StripeFault(404, { type: 'invalid_request_error', message }, { executed: false });
}

function authenticate(headers) {
  const [, key] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? [];
  if (!key) throw unauthorized('You did not provide an API key.');
  if (!/^sk_test_\w+$/.test(key)) throw unauthorized('Invalid API Key provided: only test keys belong here.');
  const version = headers['stripe-version'] ?? API_VERSION;
  if (version !== API_VERSION)
    throw invalidParameter(`Invalid Stripe API version: ${version}; the emulator speaks ${API_VERSION}.`);
}

function refusal(error, requestId) {
  if (!(error instanceof StripeFault)) throw error;
  const body = { error: { ...error.error, request_id: requestId } };
  return { status: error.status, text: JSON.stringify(body, null, 2) };
}
