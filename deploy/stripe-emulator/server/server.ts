import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { StripeFault } from '../core/faults.ts';
import type { Answer } from '../core/stored.ts';
import type { World } from '../core/world.ts';
import { answer } from './api.ts';
import type { StripeControls } from './controls.ts';
import { paymentPage } from './page.ts';

const HOST = '127.0.0.1';
const MAX_BODY_BYTES = 1_000_000;
const KEEP_ALIVE_MS = 75_000;

/** Listens on loopback; no setting can change that. */
export async function listen(world: World, controls: StripeControls, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    handle(world, controls, request, response).catch((error) => {
      console.error(error);
      send(response, json(500, { error: { type: 'api_error', message: 'The emulator has failed.' } }));
    });
  });
  // Node's default of five seconds can end a connection just when a client sends the next call on it.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen(port, HOST);
  await once(server, 'listening');
  return server;
}

async function handle(
  world: World,
  controls: StripeControls,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // DNS rebinding: a foreign web page whose host name resolves to this address gets nothing.
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? ''))
    return send(response, json(403, { error: { message: 'Loopback only.' } }));
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
  const body = await readBody(request);
  if (body === undefined) return send(response, json(413, { error: { message: 'Too large.' } }));
  const controlName = /^\/_test\/(\w+)$/.exec(pathname)?.[1];
  if (controlName) return send(response, await callControl(world, controls, controlName, request, body));
  const { method = 'GET', headers } = request;
  const call = { method, path: pathname, query: search, body, headers };
  const sessionId = /^\/c\/pay\/(\w+)$/.exec(pathname)?.[1];
  const result = sessionId ? paymentPage(world, sessionId, call) : answer(world, call);
  if (method !== 'GET') world.store.flush();
  if (!sessionId) world.onCall?.(call, result);
  if (!sessionId && world.faults.lostAnswers > 0) {
    world.faults.lostAnswers--;
    response.destroy();
    return;
  }
  send(response, result);
}

/** Accepts only JSON, which a form of a foreign page in the same browser cannot send. */
async function callControl(
  world: World,
  controls: StripeControls,
  name: string,
  request: IncomingMessage,
  body: string,
): Promise<Answer> {
  // The arguments come from a test, which knows the types of a control.
  const byName = controls as Record<string, (...args: unknown[]) => unknown>;
  const control = Object.hasOwn(byName, name) ? byName[name] : undefined;
  if (!control) return json(404, { error: { message: `No control ${name}.` } });
  if (request.method !== 'POST' || !request.headers['content-type']?.startsWith('application/json'))
    return json(415, { error: { message: 'POST a list of arguments in JSON.' } });
  try {
    const result = await control(...[JSON.parse(body || '[]')].flat());
    world.store.flush();
    return json(200, { result: result ?? null });
  } catch (error) {
    if (error instanceof SyntaxError) return json(400, { error: { message: error.message } });
    if (!(error instanceof StripeFault)) throw error;
    world.store.flush();
    return json(error.status, { error: error.error });
  }
}

const json = (status: number, value: unknown): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  text: JSON.stringify(value, null, 2),
});

function send(response: ServerResponse, { status, headers, text }: Answer): void {
  response.writeHead(status, { 'content-length': Buffer.byteLength(text), ...headers }).end(text);
}

/** @returns undefined if it is too large */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return bytes > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks).toString('utf8');
}
