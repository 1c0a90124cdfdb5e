import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROCESS = fileURLToPath(new URL('crowd-process.mjs', import.meta.url));

/**
 * Uploads one file for each caller, all at once, each on a separate connection, and does not wait for the results. It uses a
 * separate process: this one runs the proxies between the stack's parts, and a crowd in it would slow them down.
 *
 * @param {{ headers: object, path: string }[]} callers - all of one path
 * @returns {Promise<{ at: number, ms: number, status: number, retryAfter: string | null, code: string, id?: string }[]>}
 *   in the order of the callers; status 0 if there was no response within the client's timeout
 */
export const sendAtOnce = (origin, callers, file) => fromItsOwnProcess(origin, callers, file);

/**
 * Uploads one file `times` times for each caller, over `connections` connections, with retries after `Retry-After`, until all
 * are accepted.
 *
 * @param {{ times: number, connections: number }} program
 * @returns every response, as in `sendAtOnce`, with the index of its caller
 */
export const flood = (origin, callers, file, program) => fromItsOwnProcess(origin, callers, file, program);

async function fromItsOwnProcess(origin, callers, file, program) {
  const form = new FormData();
  form.append('outputFormat', file.to);
  form.append('file', new File([file.bytes], file.name));
  const encoded = new Response(form);
  const crowd = fork(PROCESS);
  crowd.send({
    url: new URL(callers[0].path, origin).href,
    callers: callers.map(({ headers }) => ({ ...headers, prefer: 'respond-async' })),
    type: encoded.headers.get('content-type'),
    body: Buffer.from(await encoded.arrayBuffer()).toString('base64'),
    program,
  });
  const [answers] = await Promise.race([once(crowd, 'message'), failureOf(crowd)]);
  return answers;
}

async function failureOf(child) {
  const [code, signal] = await once(child, 'exit');
  throw new Error(`the crowd ended with ${code ?? signal}`);
}
