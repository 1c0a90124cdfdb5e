import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENCE_MS } from './client.mjs';

/** Connections opened before responses are read again. */
const AT_ONCE = 50;
/** Time limit until all uploads are accepted. */
const FLOOD_ENDS_WITHIN_MS = 600_000;

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

/** One upload for each caller, all at the same moment. */
async function sendAll(url, callers, body) {
  const answers = [];
  for (const [index, headers] of callers.entries()) {
    if (index % AT_ONCE === 0) await sleep(0);
    answers.push(send(url, headers, body));
  }
  return Promise.all(answers);
}

/** Several uploads for each caller, as a program does: over several connections, with retries after `Retry-After`. */
async function flood(url, callers, body, { times, connections }) {
  const giveUpAt = Date.now() + FLOOD_ENDS_WITHIN_MS;
  const answers = [];
  const floodOf = async (headers, caller) => {
    let left = times;
    const connection = async () => {
      while (left > 0 && Date.now() < giveUpAt) {
        left -= 1;
        const answer = await send(url, headers, body);
        answers.push({ ...answer, caller });
        if (answer.status === 202) continue;
        left += 1;
        await sleep(1_000 * Number(answer.retryAfter ?? 1));
      }
    };
    await Promise.all(Array.from({ length: connections }, connection));
  };
  await Promise.all(callers.map(floodOf));
  return answers;
}

process.once('message', async ({ url, callers, type, body, program }) => {
  const bytes = Buffer.from(body, 'base64');
  const complete = callers.map((headers) => ({
    ...headers,
    'content-type': type,
    'content-length': bytes.length,
  }));
  const answers = program ? await flood(url, complete, bytes, program) : await sendAll(url, complete, bytes);
  process.send(answers, () => process.disconnect());
});
