import { randomBytes } from 'node:crypto';
import {
  access,
  chmod,
  constants,
  copyFile,
  type FileHandle,
  link,
  mkdir,
  open,
  rename,
  stat,
  statfs,
} from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError } from '@filemill/errors';
import {
  erase,
  isMissing,
  PARTIAL_PREFIX,
  remove,
  removeAll,
  removeEmptyFolders,
  systemCode,
  topFolders,
  toStoreError,
  walk,
} from './fs-tree.js';
import { checkErasedPrefix, checkKey, checkPrefix } from './keys.js';
import { MeteredStream } from './metered-stream.js';
import {
  type ByteRange,
  checkPart,
  type ObjectStore,
  type OpenObject,
  type PutResult,
  type StoredObject,
} from './object-store.js';

/** Bytes read at once from an object. */
const READ_BYTES = 64 * 1024;
/**
 * Bytes written at once, at least: each write waits for another thread. With 512 KB fewer writes wait, but the garbage of
 * an upload of 2 GB grew from 30 to 70 MB, and an upload may take 64.
 */
const WRITE_BYTES = 64 * 1024;
/** Why a file cannot have a second name: another disk; a file system or a user without this right. */
const UNLINKABLE = new Set(['EXDEV', 'EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS']);
/** How often a folder is created again after another call removed it as empty. */
const MAX_OPEN_TRIES = 10;

/** Keeps objects as files below one folder, for one machine. Empty folders are removed. */
export class FsObjectStore implements ObjectStore {
  private readonly root: string;

  /**
   * @param root - absolute path; created if missing
   * @param maxUsedPercent - of the disk; above it `ping` fails, so that the process takes no more work
   */
  constructor(
    root: string,
    private readonly maxUsedPercent: number,
  ) {
    this.root = resolve(root);
  }

  async put(key: string, body: Readable, options: { signal?: AbortSignal } = {}): Promise<PutResult> {
    checkKey(key);
    const stream = new MeteredStream(body, options.signal);
    const path = join(this.root, key);
    const partial = partialOf(path);
    try {
      const file = await createIn(dirname(path), partial);
      try {
        for await (const chunks of piecesOf(stream.chunks())) await writeAll(file, chunks);
      } finally {
        await file.close();
      }
      options.signal?.throwIfAborted();
      await rename(partial, path);
      return stream.result();
    } catch (error) {
      stream.discard();
      // If this fails, `abortUploads` removes the file later; the first error is the one to report.
      await this.removePartial(partial).catch(() => undefined);
      throw stream.bodyFailed ? error : toStoreError(error);
    }
  }

  async get(key: string, range?: ByteRange): Promise<OpenObject> {
    checkKey(key);
    const { file, sizeBytes } = await this.openObject(key);
    if (range && range.start >= sizeBytes) {
      await file.close();
      throw new AppError('INVALID_REQUEST', { fields: { range: `must begin before byte ${sizeBytes}` } });
    }
    // An object does not change. A stream that knows its end takes no more memory than that, and does not read once more.
    const end = Math.min(range?.end ?? Number.POSITIVE_INFINITY, sizeBytes - 1);
    const body = file.createReadStream({ ...range, ...(end >= 0 && { end }), highWaterMark: READ_BYTES });
    return { body, sizeBytes };
  }

  async readPart(key: string, range: ByteRange): Promise<Buffer> {
    checkPart(range);
    const { body } = await this.get(key, range);
    return withStoreErrors(buffer(body));
  }

  async putFile(key: string, source: string, options: { signal?: AbortSignal } = {}): Promise<number> {
    checkKey(key);
    const path = join(this.root, key);
    const partial = partialOf(path);
    try {
      await inFolder(dirname(path), () => linkOrCopy(source, partial), true); // beside the upload, usually
      // Its writer may have chosen another mode.
      await chmod(partial, 0o600);
      options.signal?.throwIfAborted();
      await rename(partial, path);
      return (await stat(path)).size;
    } catch (error) {
      await this.removePartial(partial).catch(() => undefined);
      options.signal?.throwIfAborted();
      throw toStoreError(error);
    }
  }

  async getFile(key: string, path: string, options: { signal?: AbortSignal } = {}): Promise<number> {
    checkKey(key);
    try {
      await linkOrCopy(join(this.root, key), path);
    } catch (error) {
      // A missing object is NOT_FOUND; a missing target folder of the caller is another error.
      if (!(await this.head(key))) throw new AppError('NOT_FOUND', { what: 'The file' });
      throw toStoreError(error);
    }
    options.signal?.throwIfAborted();
    return (await stat(path)).size;
  }

  async head(key: string): Promise<StoredObject | undefined> {
    checkKey(key);
    try {
      const found = await stat(join(this.root, key));
      return found.isFile() ? { key, sizeBytes: found.size } : undefined;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw toStoreError(error);
    }
  }

  async *list(prefix: string): AsyncIterable<StoredObject> {
    checkPrefix(prefix);
    try {
      yield* walk(this.root, prefix);
    } catch (error) {
      throw toStoreError(error);
    }
  }

  listTopLevel(): Promise<string[]> {
    return withStoreErrors(topFolders(this.root));
  }

  async delete(keys: readonly string[]): Promise<void> {
    for (const key of keys) checkKey(key);
    await withStoreErrors(removeAll(this.root, keys));
  }

  async deletePrefix(prefix: string): Promise<number> {
    checkErasedPrefix(prefix);
    return withStoreErrors(erase(this.root, prefix, false));
  }

  async abortUploads(prefix: string): Promise<void> {
    checkPrefix(prefix);
    await withStoreErrors(erase(this.root, prefix, true));
  }

  async ping(): Promise<void> {
    await withStoreErrors(mkdir(this.root, { recursive: true }));
    await withStoreErrors(access(this.root, constants.R_OK | constants.W_OK | constants.X_OK));
    const { blocks, bfree, bavail } = await withStoreErrors(statfs(this.root));
    // As df counts: blocks reserved for root are neither used nor free.
    const usedPercent = (100 * (blocks - bfree)) / (blocks - bfree + bavail);
    if (usedPercent >= this.maxUsedPercent) {
      const cause = new Error(`the disk is ${usedPercent.toFixed(1)} % full`);
      throw new AppError('UNAVAILABLE', {}, { cause });
    }
  }

  private async removePartial(path: string): Promise<void> {
    await remove(path);
    await removeEmptyFolders(this.root, dirname(path));
  }

  private async openObject(key: string): Promise<{ file: FileHandle; sizeBytes: number }> {
    let file: FileHandle | undefined;
    try {
      file = await open(join(this.root, key), 'r');
      const found = await file.stat();
      if (found.isFile()) return { file, sizeBytes: found.size };
    } catch (error) {
      if (!isMissing(error)) throw toStoreError(error);
    }
    await file?.close();
    throw new AppError('NOT_FOUND', { what: 'The file' });
  }
}

/** Path of an object while it is written: in the same folder, hidden from lists. */
const partialOf = (path: string): string =>
  join(dirname(path), `${PARTIAL_PREFIX}${randomBytes(8).toString('hex')}-${basename(path)}`);

const withStoreErrors = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw toStoreError(error);
  });

/** Gathers the chunks of a socket, which are small, to at least {@link WRITE_BYTES}; the last ones may be fewer. */
async function* piecesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer[]> {
  let piece: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    piece.push(chunk);
    bytes += chunk.length;
    if (bytes < WRITE_BYTES) continue;
    yield piece;
    piece = [];
    bytes = 0;
  }
  if (bytes > 0) yield piece;
}

/** Writes at the current position of the file. The kernel may write less than it is given, such as on a full disk. */
async function writeAll(file: FileHandle, chunks: readonly Buffer[]): Promise<void> {
  const wanted = chunks.reduce((sum, { length }) => sum + length, 0);
  const { bytesWritten } = await file.writev(chunks);
  // writeFile on a handle continues at the current position, until all is written.
  if (bytesWritten < wanted) await file.writeFile(Buffer.concat(chunks).subarray(bytesWritten));
}

/** Creates a file in a folder that another call may remove as empty at any moment. */
const createIn = (folder: string, path: string): Promise<FileHandle> =>
  inFolder(folder, () => open(path, 'wx', 0o600));

/**
 * Runs `work` in a folder, which is created again if another call removes it as empty.
 *
 * @param exists - whether it probably does
 */
async function inFolder<T>(folder: string, work: () => Promise<T>, exists = false): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      if (tries > 1 || !exists) await mkdir(folder, { recursive: true });
      return await work();
    } catch (error) {
      if (systemCode(error) !== 'ENOENT' || tries === MAX_OPEN_TRIES) throw error;
    }
  }
}

/**
 * Gives a file a second name, or copies it where that is impossible, such as to another disk. Objects and the files of a job
 * are written once and never changed, so both names may share their bytes.
 *
 * @param to - must not exist
 */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!UNLINKABLE.has(systemCode(error) ?? '')) throw error;
    await copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  }
}
