import { pipeline } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import type { usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { type Clock, type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import type { ObjectStore, PutResult } from '@filemill/storage';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { STORE, USAGE, type UsageClient } from '../clients/clients.module.js';
import { Drain } from '../http/drain.js';
import { type HttpMetrics, METRICS } from '../http/metrics.js';
import { type Caller, ownerOf } from '../identity/caller.js';
import { categoryOfHead, promisedFormat, type SizeLimits } from './detection.js';
import { cleanFileName } from './file-name.js';
import { LONGEST_UPLOAD_MS, type OpenUpload, OpenUploads } from './open-uploads.js';
import { StoreProbe } from './store-probe.js';
import { readUploadForm, type UploadForm } from './upload-form.js';
import { hashUpload } from './upload-hash.js';
import { tooLarge, UploadMeter } from './upload-meter.js';
import { UploadWatchdog } from './upload-watchdog.js';

/** A file that lies in the store, not accepted yet: whoever refuses it erases it. Under a known key it was not kept. */
export interface ReceivedFile {
  readonly leave: usage.CheckUploadResponse;
  readonly key: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** Its first bytes, at most 64 KB. */
  readonly head: Buffer;
}

/** What the path and the headers of a request say about its upload. */
export interface UploadTarget {
  /** Category that the path names; undefined for any. */
  readonly kind: string | undefined;
  readonly idempotencyKey: string | undefined;
}

export interface ReceivedUpload {
  readonly caller: Caller;
  readonly form: UploadForm;
  readonly file: ReceivedFile;
}

/** Streams uploads into the store under constant memory. */
@Injectable()
export class Uploads {
  private readonly logger: Logger;
  private readonly clock: Clock;

  constructor(
    @Inject(USAGE) private readonly usage: UsageClient,
    @Inject(STORE) private readonly store: ObjectStore,
    @Inject(METRICS) private readonly metrics: HttpMetrics,
    @Inject(RUNTIME) runtime: Runtime,
    private readonly openUploads: OpenUploads,
    private readonly probe: StoreProbe,
    private readonly drain: Drain,
  ) {
    this.logger = runtime.logger;
    this.clock = runtime.clock;
  }

  /**
   * Reads one multipart upload to its end; whatever goes wrong, nothing of it stays in the store.
   *
   * @throws {AppError} what usage refuses; FILE_TOO_LARGE; UPLOAD_TIMEOUT; INVALID_REQUEST for the form; UNAVAILABLE
   */
  async receive(request: FastifyRequest, caller: Caller, target: UploadTarget): Promise<ReceivedUpload> {
    const watchdog = new UploadWatchdog(request, this.drain.over);
    const attempt: Attempt = { request, caller, target, watchdog };
    try {
      const reading = readUploadForm(request, (file, earlier) => this.receiveFile(attempt, file, earlier));
      const { form, received } = await Promise.race([reading, rejectionOf(watchdog.signal)]);
      return { caller: identified(caller, form.guestFingerprint), form, file: received };
    } catch (error) {
      // The store must have let go of the object before it can be erased.
      await attempt.storing?.catch(() => undefined);
      if (attempt.leave) await this.erase(attempt.leave);
      throw watchdog.signal.aborted ? watchdog.signal.reason : error;
    } finally {
      watchdog.stop();
      // Waited for: a caller who leaves before the count has answered is counted down all the same.
      await attempt.open?.then(
        (open) => open.close(),
        () => undefined,
      );
    }
  }

  /** Erases what was uploaded. The reaper finds what cannot be erased now, so a failure is a line in the log. */
  async erase(leave: usage.CheckUploadResponse): Promise<void> {
    if (leave.knownKey) return;
    try {
      await this.store.deletePrefix(leave.keyPrefix);
    } catch (err) {
      this.logger.warn({ err, conversionId: leave.conversionId }, 'refused upload not erased yet');
    }
  }

  private async receiveFile(
    attempt: Attempt,
    file: MultipartFile,
    earlier: Partial<UploadForm>,
  ): Promise<ReceivedFile> {
    const caller = identified(attempt.caller, earlier.guestFingerprint, false);
    attempt.open = this.openUploads.open(caller);
    const { others } = await attempt.open;
    const { kind, idempotencyKey } = attempt.target;
    const [leave] = await Promise.all([
      this.usage.checkUpload(
        { owner: ownerOf(caller), kind, openUploads: others, idempotencyKey },
        { deadlineMs: CHECK_DEADLINE_MS },
      ),
      this.probe.check(),
    ]);
    // Whoever gave up in the meantime has not seen the leave, and would not erase what came under it.
    attempt.watchdog.signal.throwIfAborted();
    attempt.leave = leave;
    const fileName = cleanFileName(file.filename);
    if (leave.knownKey) return { ...(await this.compare(attempt, leave.knownKey, file)), leave, fileName };
    attempt.watchdog.limit(() => this.clock.nowMs() > leave.uploadDeadlineMs);
    const key = `${leave.keyPrefix}input`;
    const meter = this.meterFor(leave.maxSizeBytes, kind ?? promisedFormat(fileName)?.category);
    const storing = this.stream(file, meter, key, attempt.watchdog.signal);
    attempt.storing = storing;
    const { sha256 } = await storing;
    return { leave, key, fileName, sizeBytes: meter.sizeBytes, sha256, head: meter.head };
  }

  /** What is under a known key was uploaded before: this time the file is only looked through. */
  private async compare(
    { watchdog }: Attempt,
    { conversion }: usage.KnownKey,
    { file }: MultipartFile,
  ): Promise<Pick<ReceivedFile, 'key' | 'sizeBytes' | 'sha256' | 'head'>> {
    const deadlineMs = this.clock.nowMs() + LONGEST_UPLOAD_MS;
    watchdog.limit(() => this.clock.nowMs() > deadlineMs);
    const hashed = await hashUpload(file, conversion?.originalSizeBytes ?? 0, watchdog.signal);
    this.metrics.uploadedBytes.inc(hashed.sizeBytes);
    return { ...hashed, key: '', head: Buffer.alloc(0) };
  }

  private meterFor(limits: SizeLimits, category: string | undefined): UploadMeter {
    const largest = Math.max(...Object.values(limits));
    const meter = new UploadMeter((category && limits[category]) || largest, (head) => {
      categoryOfHead(head).then(
        (shown) => meter.restrict((shown && limits[shown]) || largest),
        (err) => this.logger.debug({ err }, 'the beginning alone does not tell the format'),
      );
    });
    return meter;
  }

  private async stream(
    { file }: MultipartFile,
    meter: UploadMeter,
    key: string,
    signal: AbortSignal,
  ): Promise<PutResult> {
    // Errors reach the store's promise through the meter.
    pipeline(file, meter, () => undefined);
    try {
      const stored = await this.store.put(key, meter, { signal });
      if (file.truncated) throw tooLarge(meter.sizeBytes);
      return stored;
    } catch (error) {
      if (meter.errored instanceof AppError) throw meter.errored;
      if (error instanceof AppError || !file.errored) throw error;
      throw new AppError(
        'INVALID_REQUEST',
        { fields: { body: 'the upload was interrupted' } },
        { cause: error },
      );
    } finally {
      this.metrics.uploadedBytes.inc(meter.sizeBytes);
    }
  }
}

/** How long usage may take to give leave: with the one retry of the client, the caller knows within 2 s. */
const CHECK_DEADLINE_MS = 900;

/** One upload while it goes on. */
interface Attempt {
  readonly request: FastifyRequest;
  readonly caller: Caller;
  readonly target: UploadTarget;
  readonly watchdog: UploadWatchdog;
  open?: Promise<OpenUpload>;
  leave?: usage.CheckUploadResponse;
  storing?: Promise<unknown>;
}

const rejectionOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as AppError));
  });

/** The caller with the fingerprint of the form; header and field may both name it, but not differently. */
function identified(caller: Caller, fromForm: string | undefined, isComplete = true): Caller {
  if (caller.kind !== 'guest') return caller;
  const fingerprint = fromForm ?? caller.fingerprint;
  const rule =
    isComplete && fingerprint === undefined
      ? 'required, here or in the header X-Guest-Fingerprint'
      : caller.fingerprint !== undefined && caller.fingerprint !== fingerprint && 'differs from the header';
  if (rule) throw new AppError('INVALID_REQUEST', { fields: { guestFingerprint: rule } });
  return { ...caller, fingerprint };
}
