import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** What is known while a request is served. */
interface RequestContext {
  /** Id that follows one request through all services, logs and the queue. */
  readonly requestId: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Accepted as a caller's own request id; anything else is replaced. */
const SANE_REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** The id of a new request: the one that the caller gave, if it is acceptable, else a random UUID. */
export const newRequestId = (given?: unknown): string =>
  typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : randomUUID();

/** Runs `work` with a request context. */
export const runInContext = <T>(context: RequestContext, work: () => T): T => storage.run(context, work);

/** Makes `context` the one of the current asynchronous flow, for hooks that cannot wrap a callback. */
export const enterContext = (context: RequestContext): void => storage.enterWith(context);

/** The id of the request being served, or '-' outside of one. */
export const currentRequestId = (): string => storage.getStore()?.requestId ?? '-';
