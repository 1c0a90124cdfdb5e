import { createHash } from 'node:crypto';
import { addAbortSignal, pipeline, type Readable } from 'node:stream';
import { AppError } from '@filemill/errors';
import { BufferByteReader } from '@filemill/formats';
import { inSpan, type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import type { ObjectStore } from '@filemill/storage';
import { Inject, Injectable } from '@nestjs/common';
import { OBJECT_STORE } from '../clients/clients.module.js';
import { HTTP_METRICS, type HttpMetrics } from '../http/metrics.js';
import type { Caller } from '../identity/caller.js';
import { Detection, type SizeLimits } from './detection.js';
import { tooLarge, UploadMeter } from './upload-meter.js';

/** An uploaded file that was read to its end. */
export interface ReadFile {
  readonly sizeBytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** Its first bytes, at most 64 KB; empty if it was not stored. */
  readonly head: Buffer;
}

/** The file of a part, from the parser. */
type PartFile = Readable & { readonly truncated: boolean };

/** Where the bytes of an upload go: into the store, or nowhere if they are only compared. */
@Injectable()
export class UploadSink {
  private readonly logger: Logger;

  constructor(
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(HTTP_METRICS) private readonly metrics: HttpMetrics,
    private readonly detection: Detection,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.logger = runtime.logger;
  }

  /**
   * Streams a file into the store, up to the limit of its category as soon as its beginning reveals it.
   *
   * @param category - category in the path
   * @throws {AppError} FILE_TOO_LARGE; INVALID_REQUEST when it is interrupted; UNAVAILABLE
   */
  async keep(
    file: PartFile,
    key: string,
    limits: SizeLimits,
    category: string | undefined,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<ReadFile> {
    const meter = this.meterFor(limits, category, caller);
    // The meter passes errors on to the store's promise.
    pipeline(file, meter, () => undefined);
    try {
      const { sha256 } = await inSpan('store', {}, () => this.store.put(key, meter, { signal }));
      if (file.truncated) throw tooLarge(meter.sizeBytes);
      return { sizeBytes: meter.sizeBytes, sha256, head: meter.head };
    } catch (error) {
      throw meter.errored instanceof AppError ? meter.errored : causeOf(error, file);
    } finally {
      this.metrics.uploadedBytes.inc(meter.sizeBytes);
    }
  }

  /**
   * Reads a file that may have been uploaded before.
   *
   * @param expectedBytes - size of the earlier file
   * @throws {AppError} IDEMPOTENCY_MISMATCH if it is longer; INVALID_REQUEST when it is interrupted
   */
  async compare(file: PartFile, expectedBytes: number, signal: AbortSignal): Promise<ReadFile> {
    try {
      const hashed = await hashUpload(file, expectedBytes, signal);
      this.metrics.uploadedBytes.inc(hashed.sizeBytes);
      return { ...hashed, head: Buffer.alloc(0) };
    } catch (error) {
      throw causeOf(error, file);
    }
  }

  private meterFor(limits: SizeLimits, category: string | undefined, caller: Caller): UploadMeter {
    const largest = Math.max(...Object.values(limits));
    const meter = new UploadMeter((category && limits[category]) || largest, (head) => {
      this.detection.categoryOfHead(new BufferByteReader(head), caller).then(
        (shown) => meter.restrict((shown && limits[shown]) || largest),
        (err) => this.logger.debug({ err }, 'the beginning alone does not tell the format'),
      );
    });
    return meter;
  }
}

/** The parser's own errors only say that the caller has disconnected. */
function causeOf(error: unknown, file: Readable): unknown {
  if (error instanceof AppError || !file.errored) return error;
  return new AppError(
    'INVALID_REQUEST',
    { fields: { body: 'the upload was interrupted' } },
    { cause: error },
  );
}

/**
 * Reads a file without storing it, to compare it with an earlier one.
 *
 * @param expectedBytes - size of the earlier file; a longer file is another one
 * @param signal - destroys the file
 * @throws {AppError} IDEMPOTENCY_MISMATCH above the expected size
 */
async function hashUpload(
  file: Readable,
  expectedBytes: number,
  signal: AbortSignal,
): Promise<Omit<ReadFile, 'head'>> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  // A stalled caller sends nothing, so the signal must end the read.
  addAbortSignal(signal, file);
  for await (const chunk of file as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > expectedBytes) throw new AppError('IDEMPOTENCY_MISMATCH');
    hash.update(chunk);
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}
