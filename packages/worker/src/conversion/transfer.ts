import type { usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { inputKeysOf } from '@filemill/product';
import type { ObjectStore } from '@filemill/storage';
import { AttemptReturned } from './interruptions.js';

/** Each attempt stores under a key of its own, so a late one never overwrites another's output. */
export const outputKey = (row: usage.Conversion, attempt: number): string =>
  `${row.keyPrefix}output-${attempt}`;

/**
 * Copies the whole upload to a file. A truncated read counts as a failure of the store, not of the file.
 *
 * @throws {AppError} ENGINE_FAILED if the upload is gone
 * @throws {AttemptReturned} if the store fails
 */
export async function fetchInput(
  store: ObjectStore,
  row: Pick<usage.Conversion, 'inputKey' | 'originalSizeBytes'>,
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

/** Keys of everything that was uploaded for a conversion. */
export const inputKeys = (row: usage.Conversion): string[] => inputKeysOf(row.inputKey, row.inputs.length);

/** @throws {AttemptReturned} if the store fails or stored another number of bytes */
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

/** Erases everything of a conversion from the store, except the output in the ledger. */
export async function eraseLeftovers(store: ObjectStore, row: usage.Conversion): Promise<void> {
  if (!hasOwnPrefix(row)) return;
  const keys: string[] = [];
  for await (const { key } of store.list(row.keyPrefix)) if (key !== row.outputKey) keys.push(key);
  if (keys.length > 0) await store.delete(keys);
}

/** Erases objects of a conversion; ignores keys outside its prefix. */
export async function eraseObjects(
  store: ObjectStore,
  row: usage.Conversion,
  keys: readonly string[],
): Promise<void> {
  const own = hasOwnPrefix(row) ? keys.filter((key) => key.startsWith(row.keyPrefix)) : [];
  if (own.length > 0) await store.delete(own);
}

/** Whether a prefix is that of one conversion and ends with its id: any other prefix could cover other users' files. */
const hasOwnPrefix = ({ id, keyPrefix }: usage.Conversion): boolean =>
  id !== '' && /^[^/]+\/[^/]+\/$/.test(keyPrefix) && keyPrefix.endsWith(`/${id}/`);
