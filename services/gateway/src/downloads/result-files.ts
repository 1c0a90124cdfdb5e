import { pipeline, type Readable, Transform } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { AppError } from '@filemill/errors';
import { type ByteReader, registry } from '@filemill/formats';
import type { ObjectStore } from '@filemill/storage';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { OBJECT_STORE } from '../clients/clients.module.js';
import { Detection } from '../uploads/detection.js';
import { cleanFileName, extensionOf } from '../uploads/file-name.js';
import { type DownloadableFile, Results } from './results.js';

/** One of the files in a result. */
export interface ResultFile {
  readonly number: number;
  /** With its folders, cleaned. */
  readonly name: string;
  readonly sizeBytes: number;
}

const ZIP = 'application/zip';
const NUMBER = /^\d{1,5}$/;

/**
 * Reads the zip of a result: its directory in a thread that can be ended, and the bytes of one file from the store to the
 * caller. An engine has written it, so no name in it is trusted.
 */
@Injectable()
export class ResultFiles {
  constructor(
    private readonly results: Results,
    private readonly detection: Detection,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  /**
   * The files in the order of the zip; undefined for a result that is one file.
   *
   * @throws {AppError} GONE; FILE_CORRUPT; OVERLOADED
   */
  async list(file: DownloadableFile): Promise<readonly ResultFile[] | undefined> {
    if (file.contentType !== ZIP) return undefined;
    const files = await this.detection.threads.run('zipFiles', this.readerOf(file), undefined, ownerOf(file));
    return files.map(({ number, name, sizeBytes }) => ({ number, sizeBytes, name: cleanPath(name) }));
  }

  /**
   * One of these files, and its bytes; of a result that is one file, this is number 0.
   *
   * @throws {AppError} NOT_FOUND for another number; GONE; CONCURRENCY_LIMIT; FILE_CORRUPT; OVERLOADED
   */
  async open(
    file: DownloadableFile,
    number: string,
    reply: FastifyReply,
  ): Promise<{ readonly file: DownloadableFile; readonly body: Readable | Buffer }> {
    if (file.contentType !== ZIP && number === '0') {
      return { file, body: await this.results.open(file, undefined, reply) };
    }
    if (file.contentType !== ZIP || !NUMBER.test(number))
      throw new AppError('NOT_FOUND', { what: 'The file' });
    const found = await this.detection.threads.run(
      'zipFile',
      this.readerOf(file),
      { number: Number(number) },
      ownerOf(file),
    );
    const { name, sizeBytes, dataOffset, packedBytes, isDeflated } = found;
    const fileName = cleanFileName(name);
    const one = {
      ...file,
      sizeBytes,
      fileName,
      contentType: contentTypeOf(fileName),
      etag: `${file.etag.slice(0, -1)}-${number}"`,
    };
    // There is no range without bytes.
    if (packedBytes === 0) return { file: one, body: Buffer.alloc(0) };
    const range = { start: dataOffset, end: dataOffset + packedBytes - 1 };
    const packed = await this.results.open(file, range, reply);
    // An error of one ends the other, and the answer with it.
    if (!isDeflated) return { file: one, body: packed };
    return { file: one, body: pipeline(packed, createInflateRaw(), exactly(sizeBytes), () => undefined) };
  }

  private readerOf({ key, sizeBytes }: DownloadableFile): ByteReader {
    return {
      sizeBytes,
      read: (offset, length) => {
        const end = Math.min(offset + length, sizeBytes);
        if (offset >= end) return Promise.resolve(Buffer.alloc(0));
        return this.store.readPart(key, { start: offset, end: end - 1 });
      },
    };
  }
}

/** Passes bytes on, and fails if there are more or fewer: a longer answer would run into the next one. */
function exactly(sizeBytes: number): Transform {
  let leftBytes = sizeBytes;
  const wrongSize = () => new AppError('FILE_CORRUPT', { detail: 'a file in it has another size' });
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      leftBytes -= chunk.length;
      if (leftBytes < 0) done(wrongSize());
      else done(null, chunk);
    },
    flush: (done) => done(leftBytes > 0 ? wrongSize() : null),
  });
}

/** Lists of one owner are read one after another. */
const ownerOf = ({ owner, conversionId }: DownloadableFile) => ({
  owner: owner ? `${owner.kind} ${owner.id}` : conversionId,
});

/** Each folder and the name as names of uploads are cleaned. */
const cleanPath = (name: string): string =>
  name
    .split('/')
    .filter((part) => part !== '')
    .map(cleanFileName)
    .join('/') || cleanFileName(name);

function contentTypeOf(fileName: string): string {
  const extension = extensionOf(fileName);
  const type = extension === undefined ? undefined : registry.formatOfExtension(extension)?.mimeTypes[0];
  return type === undefined || type.startsWith('text/') ? 'application/octet-stream' : type;
}
