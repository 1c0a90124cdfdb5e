/** The process of `crowd.ts`: it takes one order, sends it, and answers with all answers. */
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pending } from '@filemill/api';
import type { HttpErrorBody } from '@filemill/errors';
import { type HeaderMap, PATIENCE_MS } from '../../shared/client.ts';
import type { CrowdAnswer, CrowdOrder, Program } from './crowd.ts';

/** Connections opened before responses are read again. */
const AT_ONCE = 50;
/** Time limit until all uploads are accepted. */
const FLOOD_ENDS_WITHIN_MS = 600_000;

/** Headers of an upload, and the index of its caller. */
interface Sender {
  readonly caller: number;
  readonly headers: HeaderMap;
}

/** Uploads once, on a separate connection. */
function send(url: string, { caller, headers }: Sender, body: Buffer): Promise<CrowdAnswer> {
  const at = Date.now();
  return new Promise((resolve) => {
    const done = (answer: Pick<CrowdAnswer, 'status'> & Partial<CrowdAnswer>): void =>
      resolve({ at, ms: Date.now() - at, retryAfter: null, code: '', caller, ...answer });
    const lost = ({ code, name }: NodeJS.ErrnoException): void => done({ status: 0, code: code ?? name });
    const upload = request(url, {
      method: 'POST',
      agent: false,
      headers,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    upload.on('error', lost);
    upload.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('error', lost);
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const answer: Partial<Pick<Pending, 'conversionId'> & Pick<HttpErrorBody, 'error'>> = JSON.parse(
          Buffer.concat(parts).toString(),
        );
        const retryAfter = response.headers['retry-after'] ?? null;
        const { conversionId: id, error } = answer;
        done({ status: response.statusCode ?? 0, retryAfter, code: error?.code ?? '', id });
      });
    });
    upload.end(body);
  });
}

/** One upload for each caller, all at the same moment. */
async function sendAll(url: string, senders: readonly Sender[], body: Buffer): Promise<CrowdAnswer[]> {
  const answers: Promise<CrowdAnswer>[] = [];
  for (const sender of senders) {
    if (answers.length % AT_ONCE === 0) await sleep(0);
    answers.push(send(url, sender, body));
  }
  return Promise.all(answers);
}

/** Several uploads for each caller, as a program does: over several connections, with retries after `Retry-After`. */
async function flood(
  url: string,
  senders: readonly Sender[],
  body: Buffer,
  { times, connections }: Program,
): Promise<CrowdAnswer[]> {
  const giveUpAt = Date.now() + FLOOD_ENDS_WITHIN_MS;
  const answers: CrowdAnswer[] = [];
  const floodOf = async (sender: Sender): Promise<void> => {
    let left = times;
    const connection = async (): Promise<void> => {
      while (left > 0 && Date.now() < giveUpAt) {
        left -= 1;
        const answer = await send(url, sender, body);
        answers.push(answer);
        if (answer.status === 202) continue;
        left += 1;
        await sleep(1_000 * Number(answer.retryAfter ?? 1));
      }
    };
    await Promise.all(Array.from({ length: connections }, connection));
  };
  await Promise.all(senders.map(floodOf));
  return answers;
}

process.once('message', async ({ url, callers, contentType, body, program }: CrowdOrder) => {
  const bytes = Buffer.from(body, 'base64');
  const common = { 'content-type': contentType, 'content-length': `${bytes.length}` };
  const senders = callers.map((headers, caller) => ({ caller, headers: { ...headers, ...common } }));
  const answers = program ? await flood(url, senders, bytes, program) : await sendAll(url, senders, bytes);
  process.send?.(answers, undefined, undefined, () => process.disconnect());
});
