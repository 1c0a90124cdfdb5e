import type { MessagePort } from 'node:worker_threads';
import type { ErrorParams } from '@filemill/errors';
import type { TaskName } from './tasks.js';

/** The task of a thread. */
export interface TaskRequest {
  readonly task: TaskName;
  readonly data: unknown;
  /** Path on disk; absent if the main thread reads for the thread. */
  readonly path?: string;
  readonly sizeBytes: number;
  /** Requests bytes, and reports that the work has begun. */
  readonly port: MessagePort;
}

/** From the thread. `begun` comes first; every `read` is answered by one {@link Bytes}. */
export type ThreadMessage =
  | { readonly kind: 'begun'; readonly threadId: number }
  | { readonly kind: 'read'; readonly offset: number; readonly length: number };

/** To the thread, in the order of its requests; undefined if the read failed. */
export type Bytes = Uint8Array | undefined;

/** The result of a task; an AppError keeps its code across threads. */
export type Outcome = { readonly answer: unknown } | { readonly code: string; readonly params: ErrorParams };
