import type { Readable } from 'node:stream';

export interface StoredObject {
  readonly key: string;
  readonly sizeBytes: number;
}

export interface PutResult {
  readonly sizeBytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/**
 * Objects under keys of the form `<minute of erasure>/<conversion id>/<name>`. The folder store and the S3 store pass
 * the same conformance suite. Nothing holds a whole object in memory.
 */
export interface ObjectStore {
  /**
   * Stores a stream. The object appears whole or not at all; when the stream fails or `signal` aborts, nothing stays
   * behind but parts that `abortUploads` removes.
   *
   * @throws {AppError} UNAVAILABLE if the store cannot be reached or is full
   */
  put(key: string, body: Readable, options?: { signal?: AbortSignal }): Promise<PutResult>;

  /**
   * Opens an object for reading.
   *
   * @param range - first and last byte, both included
   * @throws {AppError} NOT_FOUND if it is not there
   */
  get(key: string, range?: { start: number; end: number }): Promise<{ body: Readable; sizeBytes: number }>;

  /** Undefined if it is not there. `sizeBytes` is the whole object's. */
  head(key: string): Promise<StoredObject | undefined>;

  /** All objects whose key begins with `prefix`, in key order. */
  list(prefix: string): AsyncIterable<StoredObject>;

  /** First path segments in use, such as `2026-11-21T02:15`, in order; open uploads included. */
  listTopLevel(): Promise<string[]>;

  /** Erases objects; keys that do not exist are no error. */
  delete(keys: readonly string[]): Promise<void>;

  /** Erases every object below a prefix and every upload that was begun there and not ended. @returns objects erased */
  deletePrefix(prefix: string): Promise<number>;

  /** Removes what unfinished uploads below a prefix left. */
  abortUploads(prefix: string): Promise<void>;

  /** @throws {AppError} UNAVAILABLE while the store does not answer */
  ping(): Promise<void>;
}
