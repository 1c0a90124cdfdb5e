import type { usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import type { ObjectStore } from '@filemill/storage';
import { AttemptReturned } from './interruptions.js';

/** Each attempt stores under a key of its own, so a late one never overwrites another's output. */
export const outputKey = (row: usage.Conversion, attempt: number): string =>
  `${row.keyPrefix}output-${attempt}`;

/**
 * Brings the upload to a file, whole: a read that was cut short is the store's failure, not the file's.
 *
 * @throws {AppError} ENGINE_FAILED if the upload is gone
 * @throws {AttemptReturned} if the store fails
 */
export async function fetchInput(
  store: ObjectStore,
  row: usage.Conversion,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    const size = await store.getFile(row.inputKey, path, { signal });
    if (size !== row.originalSizeBytes) throw new Error(`${size} bytes of ${row.originalSizeBytes}`);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError && error.code === 'NOT_FOUND') {
      throw new AppError('ENGINE_FAILED', {}, { cause: error });
    }
    throw new AttemptReturned('could not fetch the upload', { cause: error });
  }
}

/** @throws {AttemptReturned} if the store fails or took in something else */
export async function storeOutput(
  store: ObjectStore,
  key: string,
  path: string,
  sizeBytes: number,
  signal: AbortSignal,
): Promise<void> {
  try {
    const storedBytes = await store.putFile(key, path, { signal });
    if (storedBytes !== sizeBytes) throw new Error(`${storedBytes} bytes of ${sizeBytes} stored`);
  } catch (error) {
    signal.throwIfAborted();
    throw new AttemptReturned('could not store the output', { cause: error });
  }
}

/** Erases all that a conversion left in the store, but the output that the ledger names. */
export async function eraseLeftovers(store: ObjectStore, row: usage.Conversion): Promise<void> {
  if (!hasOwnPrefix(row)) return;
  const keys: string[] = [];
  for await (const { key } of store.list(row.keyPrefix)) if (key !== row.outputKey) keys.push(key);
  if (keys.length > 0) await store.delete(keys);
}

/** Erases objects of a conversion; keys that do not lie below its prefix are left alone. */
export async function eraseOwn(
  store: ObjectStore,
  row: usage.Conversion,
  keys: readonly string[],
): Promise<void> {
  const own = hasOwnPrefix(row) ? keys.filter((key) => key.startsWith(row.keyPrefix)) : [];
  if (own.length > 0) await store.delete(own);
}

/** Whether a prefix is that of one conversion and ends with its id: any other would take others' files along. */
const hasOwnPrefix = ({ id, keyPrefix }: usage.Conversion): boolean =>
  id !== '' && /^[^/]+\/[^/]+\/$/.test(keyPrefix) && keyPrefix.endsWith(`/${id}/`);
