import { once } from 'node:events';
import { createServer } from 'node:http';
import { answer } from './api.mjs';
import { StripeFault } from './faults.mjs';
import { paymentPage } from './page.mjs';

const HOST = '127.0.0.1';
const MAX_BODY_BYTES = 1_000_000;
const KEEP_ALIVE_MS = 75_000;

/** Listens on loopback; nothing makes it listen elsewhere. @returns {Promise<import('node:http').Server>} */
export async function listen(world, controls, port) {
  const server = createServer((request, response) => {
    handle(world, controls, request, response).catch((error) => {
      console.error(error);
      send(response, json(500, { error: { type: 'api_error', message: 'The emulator has failed.' } }));
    });
  });
  // Node's five seconds end a connection just as a client sends the next call on it.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen(port, HOST);
  await once(server, 'listening');
  return server;
}

async function handle(world, controls, request, response) {
  // A page elsewhere whose name was made to lead here gets nothing.
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? ''))
    return send(response, json(403, { error: { message: 'Loopback only.' } }));
  const { pathname, search } = new URL(request.url, 'http://localhost');
  const body = await readBody(request);
  if (body === undefined) return send(response, json(413, { error: { message: 'Too large.' } }));
  const test = /^\/_test\/(\w+)$/.exec(pathname);
  if (test) return send(response, await control(world, controls, test[1], request, body));
  const call = { method: request.method, path: pathname, query: search, body, headers: request.headers };
  const payPage = /^\/c\/pay\/(\w+)$/.exec(pathname);
  const result = payPage ? paymentPage(world, payPage[1], call) : answer(world, call);
  if (request.method !== 'GET') world.store.flush();
  if (!payPage) world.onCall?.(call, result);
  if (!payPage && world.faults.lostAnswers > 0) {
    world.faults.lostAnswers--;
    return response.destroy();
  }
  send(response, result);
}

/** Only JSON: a form of some page in the same browser cannot send that. */
async function control(world, controls, name, request, body) {
  if (!Object.hasOwn(controls, name)) return json(404, { error: { message: `No control ${name}.` } });
  if (request.method !== 'POST' || !request.headers['content-type']?.startsWith('application/json'))
    return json(415, { error: { message: 'POST a list of arguments in JSON.' } });
  try {
    const result = await controls[name](...[JSON.parse(body || '[]')].flat());
    world.store.flush();
    return json(200, { result: result ?? null });
  } catch (error) {
    if (!(error instanceof StripeFault) && !(error instanceof SyntaxError)) throw error;
    world.store.flush();
    return json(error.status ?? 400, { error: error.error ?? { message: error.message } });
  }
}

const json = (status, value) => ({
  status,
  headers: { 'content-type': 'application/json' },
  text: JSON.stringify(value, null, 2),
});

function send(response, { status, headers, text }) {
  response.writeHead(status, { 'content-length': Buffer.byteLength(text), ...headers }).end(text);
}

/** @returns {Promise<string | undefined>} undefined if it is too large */
async function readBody(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return bytes > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks).toString('utf8');
}
