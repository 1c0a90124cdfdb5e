import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Caller, HeaderMap, InputFile } from '../../shared/client.ts';

const PROCESS = fileURLToPath(new URL('crowd-process.ts', import.meta.url));

/** What the process of the crowd sends. */
export interface CrowdOrder {
  readonly url: string;
  /** Headers of each caller. */
  readonly callers: readonly HeaderMap[];
  readonly contentType: string;
  /** Of every upload; Base64. */
  readonly body: string;
  /** Undefined: one upload for each caller, all at once. */
  readonly program?: Program | undefined;
}

/** How a program uploads: `times` for each caller, over `connections` connections. */
export interface Program {
  readonly times: number;
  readonly connections: number;
}

/** The answer to one upload. */
export interface CrowdAnswer {
  /** When it began, in Unix milliseconds, and how long it took. */
  readonly at: number;
  readonly ms: number;
  /** 0 if there was no response within the client's timeout. */
  readonly status: number;
  readonly retryAfter: string | null;
  /** Code of the error, empty without one. */
  readonly code: string;
  /** Of an accepted conversion. */
  readonly id?: string | undefined;
  /** Index of the caller. */
  readonly caller: number;
}

/**
 * Uploads one file for each caller, all at once, each on a separate connection, and does not wait for the results. It uses a
 * separate process: this one runs the proxies between the stack's parts, and a crowd in it would slow them down.
 *
 * @param callers - all of one path
 */
export const sendAtOnce = (
  origin: string,
  callers: readonly Caller[],
  file: InputFile,
): Promise<CrowdAnswer[]> => runCrowd(origin, callers, file);

/** Uploads one file for each caller as `program` says, with retries after `Retry-After`, until all are accepted. */
export const flood = (
  origin: string,
  callers: readonly Caller[],
  file: InputFile,
  program: Program,
): Promise<CrowdAnswer[]> => runCrowd(origin, callers, file, program);

async function runCrowd(
  origin: string,
  callers: readonly Caller[],
  file: InputFile,
  program?: Program,
): Promise<CrowdAnswer[]> {
  const form = new FormData();
  form.append('outputFormat', file.to);
  form.append('file', new File([file.bytes], file.name));
  const encoded = new Response(form);
  const crowd = fork(PROCESS);
  const order: CrowdOrder = {
    url: new URL(callers[0]?.path ?? '', origin).href,
    callers: callers.map(({ headers }) => ({ ...headers, prefer: 'respond-async' })),
    contentType: encoded.headers.get('content-type') ?? '',
    body: Buffer.from(await encoded.arrayBuffer()).toString('base64'),
    program,
  };
  crowd.send(order);
  const [answers]: CrowdAnswer[][] = await Promise.race([
    once(crowd, 'message'),
    once(crowd, 'exit').then(([code, signal]) => {
      throw new Error(`the crowd ended with ${code ?? signal}`);
    }),
  ]);
  return answers ?? [];
}
