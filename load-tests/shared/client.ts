import { setTimeout as sleep } from 'node:timers/promises';
import type { ConversionView, Pending } from '@filemill/api';
import { HEADERS, hasEnded } from '@filemill/product';

/** Client timeout of a request. */
export const PATIENCE_MS = 30_000;

type Headers = globalThis.Headers;

/** Request headers, names in lower case. */
export type HeaderMap = Readonly<Record<string, string>>;

/** Who converts, and how a request proves it. */
export interface Caller {
  readonly kind: 'guest' | 'user' | 'key';
  /** Where this caller uploads. */
  readonly path: `/api/${string}`;
  readonly headers: HeaderMap;
}

/** A file to convert. */
export interface InputFile {
  readonly name: string;
  /** Output format. */
  readonly to: string;
  readonly bytes: Buffer<ArrayBuffer>;
}

/** One call and its answer, as the journal keeps it. */
export interface CallRecord {
  /** When it began, in Unix milliseconds, and how long it took. */
  readonly at: number;
  readonly ms: number;
  /** Method and path. */
  readonly what: string;
  /** 0 if there was no answer. */
  readonly status: number;
  readonly retryAfter: string | null;
  /** Code of the error, empty without one. */
  readonly code: string;
}

/** An answer of the gateway. */
export interface Reply<T> {
  /** 0 if there was no answer. */
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** Undefined unless it is JSON; of another shape if the status is that of a failure. */
  readonly body: T | undefined;
  /** Body of a failure. */
  readonly failure: Failure;
}

/** What the body of a failure says. */
interface Failure {
  readonly code?: string;
  readonly conversionId?: string;
}

/** Options of {@link Client.call}. */
export interface CallOptions {
  readonly headers?: HeaderMap | undefined;
  readonly body?: string | FormData | undefined;
  readonly timeoutMs?: number | undefined;
}

/** Options of {@link Client.submit}. */
export interface SubmitOptions {
  /** Idempotency key. */
  readonly key?: string | undefined;
  readonly timeoutMs?: number | undefined;
}

/** A client of the HTTP API that keeps a journal of every call, for checks of what callers have seen. */
export class Client {
  readonly url: string;
  readonly journal: CallRecord[] = [];

  constructor(url: string) {
    this.url = url;
  }

  /** Calls and never throws. @typeParam T - body of a success */
  async call<T = unknown>(
    method: 'GET' | 'POST',
    path: string,
    { headers, body, timeoutMs = PATIENCE_MS }: CallOptions = {},
  ): Promise<Reply<T>> {
    const at = Date.now();
    const options = { method, headers, body, signal: AbortSignal.timeout(timeoutMs) };
    const reply = await fetch(new URL(path, this.url), options).then(
      (response) => readReply<T>(response).catch(lostReply),
      lostReply,
    );
    this.journal.push({
      at,
      ms: Date.now() - at,
      what: `${method} ${path.replace(/[0-9a-f-]{36}.*/, '…')}`,
      status: reply.status,
      retryAfter: reply.headers.get('retry-after'),
      code: reply.failure.code ?? '',
    });
    return reply;
  }

  /** Sends JSON. */
  post<T>(path: string, body: object = {}, headers: HeaderMap = {}): Promise<Reply<T>> {
    const json = { 'content-type': 'application/json', ...headers };
    return this.call<T>('POST', path, { headers: json, body: JSON.stringify(body) });
  }

  /** Sends JSON. @returns the answer @throws {Error} with the answer if it is not a success */
  async mustPost<T>(path: string, body: object = {}, headers: HeaderMap = {}): Promise<T> {
    const { status, body: answer, failure } = await this.post<T>(path, body, headers);
    if (status < 200 || status >= 300 || answer === undefined)
      throw new Error(`POST ${path}: ${status} ${failure.code ?? ''}`);
    return answer;
  }

  /** Uploads a file and does not wait for the result: 202 if it is accepted. */
  submit(caller: Caller, file: InputFile, { key, timeoutMs }: SubmitOptions = {}): Promise<Reply<Pending>> {
    const body = new FormData();
    body.append('outputFormat', file.to);
    body.append('file', new File([file.bytes], file.name));
    const headers = {
      ...caller.headers,
      prefer: 'respond-async',
      ...(key !== undefined && { [HEADERS.idempotencyKey]: key }),
    };
    return this.call('POST', caller.path, { headers, body, timeoutMs });
  }

  /** The conversion, or undefined while there is no answer. */
  async conversion(caller: Caller, id: string): Promise<ConversionView | undefined> {
    const { status, body } = await this.call<ConversionView>('GET', `/api/conversions/${id}`, caller);
    return status === 200 ? body : undefined;
  }

  /** Waits until a conversion has ended. @returns undefined if it has not within `timeoutMs` */
  async ended(caller: Caller, id: string, timeoutMs: number): Promise<ConversionView | undefined> {
    for (const end = Date.now() + timeoutMs; Date.now() < end; await sleep(250)) {
      const conversion = await this.conversion(caller, id);
      if (conversion && hasEnded(conversion.status)) return conversion;
    }
    return undefined;
  }
}

async function readReply<T>(response: Response): Promise<Reply<T>> {
  const { status, headers } = response;
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = headers.get('content-type')?.startsWith('application/json');
  const json = isJson ? JSON.parse(bytes.toString()) : undefined;
  return { status, headers, bytes, body: json, failure: json?.error ?? {} };
}

/** What is kept of a call without an answer: the code of the connection's error, or the name of the error. */
function lostReply(error: unknown): Reply<never> {
  const { name, cause } = error instanceof Error ? error : new Error(String(error));
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : name;
  return { status: 0, headers: new Headers(), bytes: Buffer.alloc(0), body: undefined, failure: { code } };
}
