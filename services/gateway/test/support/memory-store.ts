import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError } from '@filemill/errors';
import type { ByteRange, ObjectStore, OpenObject, PutResult, StoredObject } from '@filemill/storage';

/** Objects in memory; with `isUnreachable` every call fails as if the store were unreachable. */
export class MemoryStore implements ObjectStore {
  readonly objects = new Map<string, Buffer>();
  isUnreachable = false;

  async put(key: string, body: Readable, options: { signal?: AbortSignal } = {}): Promise<PutResult> {
    this.refuseWhenUnreachable();
    const hash = createHash('sha256');
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    options.signal?.addEventListener('abort', () => body.destroy(new Error('aborted')));
    for await (const chunk of body as AsyncIterable<Buffer>) {
      sizeBytes += chunk.length;
      hash.update(chunk);
      chunks.push(chunk);
    }
    options.signal?.throwIfAborted();
    this.objects.set(key, Buffer.concat(chunks));
    return { sizeBytes, sha256: hash.digest('hex') };
  }

  async get(key: string, range?: ByteRange): Promise<OpenObject> {
    this.refuseWhenUnreachable();
    const whole = this.objects.get(key);
    if (!whole) throw new AppError('NOT_FOUND', { what: 'The file' });
    const part = range ? whole.subarray(range.start, range.end + 1) : whole;
    return { body: Readable.from(slices(part), { objectMode: false }), sizeBytes: whole.length };
  }

  async readPart(key: string, range: ByteRange): Promise<Buffer> {
    return buffer((await this.get(key, range)).body);
  }

  async putFile(key: string, path: string): Promise<number> {
    return (await this.put(key, createReadStream(path))).sizeBytes;
  }

  async getFile(key: string, path: string): Promise<number> {
    const { body, sizeBytes } = await this.get(key);
    await writeFile(path, body, { flag: 'wx' });
    return sizeBytes;
  }

  async head(key: string): Promise<StoredObject | undefined> {
    const object = this.objects.get(key);
    return object && { key, sizeBytes: object.length };
  }

  async *list(prefix: string): AsyncIterable<StoredObject> {
    for (const [key, { length }] of this.objects)
      if (key.startsWith(prefix)) yield { key, sizeBytes: length };
  }

  async listTopLevel(): Promise<string[]> {
    return [...new Set([...this.objects.keys()].map((key) => key.split('/')[0] ?? ''))].sort();
  }

  async delete(keys: readonly string[]): Promise<void> {
    for (const key of keys) this.objects.delete(key);
  }

  async deletePrefix(prefix: string): Promise<number> {
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix));
    await this.delete(keys);
    return keys.length;
  }

  async abortUploads(): Promise<void> {}

  async ping(): Promise<void> {
    this.refuseWhenUnreachable();
  }

  private refuseWhenUnreachable(): void {
    if (this.isUnreachable)
      throw new AppError('UNAVAILABLE', {}, { cause: new Error('connect ECONNREFUSED') });
  }
}

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}
