import type { Readable } from 'node:stream';

/** An object of a list. */
export interface StoredObject {
  readonly key: string;
  readonly sizeBytes: number;
}

/** Size and checksum of a stored object. */
export interface PutResult {
  readonly sizeBytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/** First and last byte, both included, counted from 0; a last byte beyond the end means the end. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Largest part that is read at once, without a stream. */
const MAX_PART_BYTES = 4 * 1024 * 1024;

/** @throws {RangeError} for a part that must be read as a stream */
export function checkPart({ start, end }: ByteRange): void {
  if (end - start >= MAX_PART_BYTES) throw new RangeError(`a part of more than ${MAX_PART_BYTES} bytes`);
}

/** An object being read; destroy the body if it is not read to its end. */
export interface OpenObject {
  readonly body: Readable;
  /** Of the whole object, also when a range was asked for. */
  readonly sizeBytes: number;
}

/**
 * Objects under keys of the form `<minute of erasure>/<conversion id>/<name>`. The folder store and the S3 store pass
 * the same conformance suite. Nothing holds a whole object in memory. A key or prefix that is absolute, leads upwards or
 * holds other characters than letters, digits and `._:-` is INVALID_REQUEST. While the store does not answer, every call
 * fails with UNAVAILABLE.
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
   * @throws {AppError} NOT_FOUND if it is not there; INVALID_REQUEST if the range begins past its end
   */
  get(key: string, range?: ByteRange): Promise<OpenObject>;

  /**
   * Reads a small part of an object at once. It never waits for open streams of {@link get}.
   *
   * @param range - of at most 4 MiB
   * @returns fewer bytes where the object ends before the range does
   * @throws {AppError} NOT_FOUND; INVALID_REQUEST if the range begins past the end; UNAVAILABLE
   */
  readPart(key: string, range: ByteRange): Promise<Buffer>;

  /**
   * Stores a file of this machine's disk, like {@link put}. It must not change afterwards: on one disk both share its bytes.
   *
   * @returns size in bytes
   * @throws {AppError} UNAVAILABLE
   */
  putFile(key: string, path: string, options?: { signal?: AbortSignal }): Promise<number>;

  /**
   * Shows an object as a new file at `path`, which must not be changed: on one disk both share its bytes.
   *
   * @returns size in bytes
   * @throws {AppError} NOT_FOUND; UNAVAILABLE
   */
  getFile(key: string, path: string, options?: { signal?: AbortSignal }): Promise<number>;

  /** Undefined if it is not there. `sizeBytes` is the whole object's. */
  head(key: string): Promise<StoredObject | undefined>;

  /** All objects whose key begins with `prefix`, in key order. */
  list(prefix: string): AsyncIterable<StoredObject>;

  /** First path segments in use, such as `2026-11-21T02:15`, in order; open uploads included. */
  listTopLevel(): Promise<string[]>;

  /** Erases objects; keys that do not exist are no error. */
  delete(keys: readonly string[]): Promise<void>;

  /**
   * Erases every object whose key begins with a prefix, and every unfinished upload there.
   *
   * @param prefix - not empty
   * @returns objects erased
   */
  deletePrefix(prefix: string): Promise<number>;

  /** Removes unfinished uploads below a prefix. */
  abortUploads(prefix: string): Promise<void>;

  /**
   * @param options - `timeoutMs` for an answer over the network: 1.5 s by default
   * @throws {AppError} UNAVAILABLE while the store does not answer
   */
  ping(options?: { timeoutMs?: number }): Promise<void>;
}
