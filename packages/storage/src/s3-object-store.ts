import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AbortMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type MultipartUpload,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { AppError } from '@filemill/errors';
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
import { createS3Clients, type S3Clients, type S3Settings } from './s3-client.js';
import { isMissing, mappedBody, toStoreError, withStoreErrors } from './s3-errors.js';

/** The smallest part size of S3. 10,000 parts are 48 GiB, and an upload holds a few parts in memory. */
const PART_BYTES = 5 * 1024 * 1024;
/** Parts of one upload in progress at the same time. */
const PARALLEL_PARTS = 2;
/** S3's limit for one request. */
const DELETE_BATCH = 1_000;
/** How often to search for unfinished uploads again after some were found; the next call finds the rest. */
const MAX_ABORT_PASSES = 5;
const ABORT_PAUSE_MS = 200;
const PING_TIMEOUT_MS = 1_500;

/** Keeps objects in a bucket of S3 or of a server that speaks its protocol. */
export class S3ObjectStore implements ObjectStore {
  private readonly clients: S3Clients;
  private readonly bucket: string;

  constructor(settings: S3Settings) {
    this.clients = createS3Clients(settings);
    this.bucket = settings.bucket;
  }

  async put(key: string, body: Readable, options: { signal?: AbortSignal } = {}): Promise<PutResult> {
    checkKey(key);
    const stream = new MeteredStream(body, options.signal);
    // Abort the body, not the Upload: the Upload's own abort returns while its parts are still in progress.
    const upload = new Upload({
      client: this.clients.uploads,
      params: { Bucket: this.bucket, Key: key, Body: Readable.from(stream.chunks()) },
      partSize: PART_BYTES,
      queueSize: PARALLEL_PARTS,
    });
    try {
      await upload.done();
    } catch (error) {
      stream.discard();
      throw stream.bodyFailed ? error : toStoreError(error);
    }
    if (options.signal?.aborted) {
      await this.delete([key]);
      throw options.signal.reason;
    }
    return stream.result();
  }

  async putFile(key: string, path: string, options: { signal?: AbortSignal } = {}): Promise<number> {
    return (await this.put(key, createReadStream(path), options)).sizeBytes;
  }

  async getFile(key: string, path: string, options: { signal?: AbortSignal } = {}): Promise<number> {
    const { body, sizeBytes } = await this.get(key);
    await pipeline(body, createWriteStream(path, { flags: 'wx' }), options);
    const { size } = await stat(path);
    if (size !== sizeBytes)
      throw new AppError('UNAVAILABLE', {}, { cause: new Error(`${size} of ${sizeBytes} bytes`) });
    return size;
  }

  async get(key: string, range?: ByteRange): Promise<OpenObject> {
    const answer = await this.open(this.clients.downloads, key, range);
    const total = answer.ContentRange?.split('/')[1];
    return {
      body: mappedBody(answer.Body as Readable),
      sizeBytes: total === undefined ? (answer.ContentLength ?? 0) : Number(total),
    };
  }

  async readPart(key: string, range: ByteRange): Promise<Buffer> {
    checkPart(range);
    const { Body } = await this.open(this.clients.calls, key, range);
    return withStoreErrors(buffer(Body as Readable));
  }

  async head(key: string): Promise<StoredObject | undefined> {
    checkKey(key);
    try {
      const found = await this.clients.calls.send(new HeadObjectCommand({ Bucket: this.bucket, Key: key }));
      return { key, sizeBytes: found.ContentLength ?? 0 };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw toStoreError(error);
    }
  }

  async *list(prefix: string): AsyncIterable<StoredObject> {
    checkPrefix(prefix);
    const pages = paginateListObjectsV2(
      { client: this.clients.calls },
      { Bucket: this.bucket, Prefix: prefix },
    );
    try {
      for await (const page of pages) {
        for (const { Key = '', Size = 0 } of page.Contents ?? []) yield { key: Key, sizeBytes: Size };
      }
    } catch (error) {
      throw toStoreError(error);
    }
  }

  async listTopLevel(): Promise<string[]> {
    const found = new Set<string>();
    const request = { Bucket: this.bucket, Delimiter: '/' };
    await withStoreErrors(
      (async () => {
        for await (const page of paginateListObjectsV2({ client: this.clients.calls }, request)) {
          for (const { Prefix = '' } of page.CommonPrefixes ?? []) found.add(Prefix.slice(0, -1));
        }
      })(),
    );
    for await (const { Key = '' } of this.openUploads('')) found.add(Key.slice(0, Key.indexOf('/')));
    return [...found].sort();
  }

  async delete(keys: readonly string[]): Promise<void> {
    for (const key of keys) checkKey(key);
    for (let at = 0; at < keys.length; at += DELETE_BATCH) {
      const Objects = keys.slice(at, at + DELETE_BATCH).map((Key) => ({ Key }));
      const request = new DeleteObjectsCommand({ Bucket: this.bucket, Delete: { Objects, Quiet: true } });
      const { Errors = [] } = await withStoreErrors(this.clients.calls.send(request));
      const failed = Errors.find(({ Code }) => Code !== 'NoSuchKey');
      if (failed)
        throw new AppError('UNAVAILABLE', {}, { cause: new Error(`${failed.Code}: ${failed.Key}`) });
    }
  }

  async deletePrefix(prefix: string): Promise<number> {
    checkErasedPrefix(prefix);
    // Uploads first, so that none of them completes after the listing.
    await this.abortUploads(prefix);
    let erased = 0;
    let batch: string[] = [];
    const flush = async (): Promise<void> => {
      await this.delete(batch);
      erased += batch.length;
      batch = [];
    };
    for await (const { key } of this.list(prefix)) {
      batch.push(key);
      if (batch.length === DELETE_BATCH) await flush();
    }
    await flush();
    return erased;
  }

  async abortUploads(prefix: string): Promise<void> {
    checkPrefix(prefix);
    // S3 may keep a part that was in progress when its upload was aborted: search and abort again.
    for (let pass = 0; pass < MAX_ABORT_PASSES && (await this.abortOpen(prefix)) > 0; pass++)
      if (pass > 0) await sleep(ABORT_PAUSE_MS);
  }

  async ping({ timeoutMs = PING_TIMEOUT_MS } = {}): Promise<void> {
    const options = { abortSignal: AbortSignal.timeout(timeoutMs) };
    await this.clients.calls
      .send(new HeadBucketCommand({ Bucket: this.bucket }), options)
      .catch((error: unknown) => {
        throw new AppError('UNAVAILABLE', {}, { cause: error });
      });
  }

  private open(client: S3Client, key: string, range: ByteRange | undefined): Promise<GetObjectCommandOutput> {
    checkKey(key);
    const Range = range && `bytes=${range.start}-${range.end}`;
    return withStoreErrors(client.send(new GetObjectCommand({ Bucket: this.bucket, Key: key, Range })));
  }

  /** @returns how many uploads were open */
  private async abortOpen(prefix: string): Promise<number> {
    let found = 0;
    for await (const { Key, UploadId } of this.openUploads(prefix)) {
      found++;
      const request = new AbortMultipartUploadCommand({ Bucket: this.bucket, Key, UploadId });
      await this.clients.calls.send(request).catch((error: unknown) => {
        if (!isMissing(error)) throw toStoreError(error);
      });
    }
    return found;
  }

  private async *openUploads(prefix: string): AsyncIterable<MultipartUpload> {
    let from: { KeyMarker?: string; UploadIdMarker?: string } = {};
    for (;;) {
      const request = { Bucket: this.bucket, Prefix: prefix, ...from };
      const page = await withStoreErrors(this.clients.calls.send(new ListMultipartUploadsCommand(request)));
      yield* page.Uploads ?? [];
      if (!page.IsTruncated) return;
      from = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    }
  }
}
