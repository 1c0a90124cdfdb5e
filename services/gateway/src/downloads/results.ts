import type { Readable } from 'node:stream';
import type { usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { registry } from '@filemill/formats';
import { type Clock, RUNTIME, type Runtime } from '@filemill/platform';
import type { ObjectStore } from '@filemill/storage';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { OBJECT_STORE } from '../clients/clients.module.js';
import { outputFileName } from '../conversions/conversion-presenter.js';
import { ConversionReader } from '../conversions/conversion-reader.js';
import type { ByteRange } from './range.js';
import { Transfers } from './transfers.js';

/** A result that can be downloaded. */
export interface DownloadableFile {
  readonly conversionId: string;
  readonly owner: usage.Owner | undefined;
  readonly key: string;
  readonly sizeBytes: number;
  readonly fileName: string;
  readonly contentType: string;
  /** Strong, because an output is written once. */
  readonly etag: string;
  readonly finishedAtMs: number;
  readonly expiresAtMs: number;
}

/** Finds results and reads them from the store. */
@Injectable()
export class Results {
  private readonly clock: Clock;

  constructor(
    private readonly reader: ConversionReader,
    private readonly transfers: Transfers,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
  }

  /**
   * @param owner - absent if a signed token grants access
   * @throws {AppError} NOT_FOUND without a result (yet); GONE after it has expired or was deleted
   */
  async find(conversionId: string, owner: usage.Owner | undefined): Promise<DownloadableFile> {
    return this.fileOf(await this.reader.read(conversionId, owner));
  }

  /**
   * The same for the bearer of a signed link who reads the file at once: a row that this process saw within the last minute
   * is enough, because reading reports a deletion since then.
   */
  async findToRead(conversionId: string): Promise<DownloadableFile> {
    const recent = this.reader.recentlyCompleted(conversionId);
    return recent ? this.fileOf(recent) : this.find(conversionId, undefined);
  }

  /** @throws {AppError} as {@link find} */
  fileOf(row: usage.Conversion): DownloadableFile {
    if (row.status !== 'completed') throw new AppError('NOT_FOUND', { what: 'The file' });
    if (row.outputKey === '' || this.clock.nowMs() >= row.expiresAtMs)
      throw new AppError('GONE', { conversionId: row.id });
    return {
      conversionId: row.id,
      owner: row.owner,
      key: row.outputKey,
      sizeBytes: row.convertedSizeBytes ?? 0,
      fileName: outputFileName(row) ?? `file.${row.outputExtension}`,
      contentType: contentTypeOf(row),
      etag: `"${row.id}-${row.attempt}"`,
      finishedAtMs: row.finishedAtMs ?? row.createdAtMs,
      expiresAtMs: row.expiresAtMs,
    };
  }

  /**
   * Opens the file for an answer, which is cut when the file expires or its reader is too slow.
   *
   * @throws {AppError} CONCURRENCY_LIMIT; GONE if the store no longer has it; UNAVAILABLE
   */
  async open(file: DownloadableFile, range: ByteRange | undefined, reply: FastifyReply): Promise<Readable> {
    this.transfers.begin(reply, file.owner);
    const body = await this.read(file, range);
    this.transfers.supervise(body, reply, file.expiresAtMs);
    return body;
  }

  /**
   * The same without a check of the reader, for a zip that is checked as a whole.
   *
   * @throws {AppError} GONE if the store no longer has it; UNAVAILABLE
   */
  async read(file: DownloadableFile, range?: ByteRange): Promise<Readable> {
    const { body } = await this.store.get(file.key, range).catch(async (error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
      // Erased after the ledger was read, which now says why.
      await this.find(file.conversionId, undefined);
      throw new AppError('GONE', {}, { cause: error });
    });
    return body;
  }
}

/** Several pages or frames are returned as a zip, whatever their format. */
function contentTypeOf(row: usage.Conversion): string {
  if (row.outputExtension === 'zip') return 'application/zip';
  const format = registry.formatOfExtension(row.outputExtension) ?? registry.format(row.outputFormat);
  const type = format?.mimeTypes[0] ?? 'application/octet-stream';
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type;
}
