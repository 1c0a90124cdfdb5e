import type { MessagePort } from 'node:worker_threads';
import type { ErrorParams } from '@filemill/errors';
import type { TaskName } from './tasks.js';

/** What a thread is asked to do. */
export interface Assignment {
  readonly task: TaskName;
  readonly data: unknown;
  /** On disk; absent where the main thread reads for the thread. */
  readonly path?: string;
  readonly sizeBytes: number;
  /** Asks for bytes, and says that the work has begun. */
  readonly port: MessagePort;
}

/** From the thread. `begun` comes first; every `read` is answered by one {@link Bytes}. */
export type Question =
  | { readonly kind: 'begun'; readonly threadId: number }
  | { readonly kind: 'read'; readonly offset: number; readonly length: number };

/** To the thread, in the order of its questions; undefined if they cannot be had. */
export type Bytes = Uint8Array | undefined;

/** How a task ended; errors of our own keep their code across threads. */
export type Outcome = { readonly answer: unknown } | { readonly code: string; readonly params: ErrorParams };
