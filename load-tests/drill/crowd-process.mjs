import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENCE_MS } from './client.mjs';

/** Connections that are made before the next look at answers that have come meanwhile. */
const AT_ONCE = 50;

/** @returns `{ at, ms, status, retryAfter, code, id }` of one upload on a connection of its own; status 0 without an answer */
function send(url, headers, body) {
  const at = Date.now();
  return new Promise((resolve) => {
    const done = (answer) => resolve({ at, ms: Date.now() - at, retryAfter: null, code: '', ...answer });
    const upload = request(url, {
      method: 'POST',
      agent: false,
      headers,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    upload.on('error', ({ code, name }) => done({ status: 0, code: code ?? name }));
    upload.on('response', (response) => {
      const parts = [];
      response.on('error', ({ code }) => done({ status: 0, code }));
      response.on('data', (part) => parts.push(part));
      response.on('end', () => {
        const { conversionId: id, error } = JSON.parse(Buffer.concat(parts));
        const retryAfter = response.headers['retry-after'] ?? null;
        done({ status: response.statusCode, retryAfter, code: error?.code ?? '', id });
      });
    });
    upload.end(body);
  });
}

process.once('message', async ({ url, callers, type, body }) => {
  const bytes = Buffer.from(body, 'base64');
  const answers = [];
  for (const [index, headers] of callers.entries()) {
    if (index % AT_ONCE === 0) await sleep(0);
    answers.push(send(url, { ...headers, 'content-type': type, 'content-length': bytes.length }, bytes));
  }
  process.send(await Promise.all(answers), () => process.disconnect());
});
