import { newUploadPermit, USAGE, type UsageClient, type usage } from '@filemill/contracts';
import { AppError, type Code } from '@filemill/errors';
import { type Clock, RUNTIME, type Runtime } from '@filemill/platform';
import { type Category, HEADER_NAMES, inputKeysOf } from '@filemill/product';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Drain } from '../http/drain.js';
import { type Caller, ownerOf } from '../identity/caller.js';
import { PlanTables } from '../plans/plan-tables.js';
import { CrowdGate } from './crowd-gate.js';
import { cleanFileName } from './file-name.js';
import { Leftovers } from './leftovers.js';
import { LONGEST_UPLOAD_MS, type OpenUpload, OpenUploads } from './open-uploads.js';
import { limitsOfNext, refusalOfNext, refuseFurtherFile } from './part-limits.js';
import { StoreProbe } from './store-probe.js';
import { type FilePart, isCombined, refused, type UploadForm, UploadFormReader } from './upload-form.js';
import { type ReadFile, UploadSink } from './upload-sink.js';
import { UPLOAD_PACE, type UploadPace, UploadWatchdog } from './upload-watchdog.js';

/** A permit with key prefix and limits, or the conversion of a known key. */
export type UploadPermit = usage.CheckUploadResponse;

/**
 * An uploaded file that usage has not accepted yet: if it is refused, it is erased. A file that came with a known key
 * is compared and not stored.
 */
export interface ReceivedFile extends ReadFile {
  readonly permit: UploadPermit;
  readonly key: string;
  readonly fileName: string;
}

/** The parameters of an upload in the path and the headers. */
export interface UploadTarget {
  /** Category in the path; undefined for any. */
  readonly category: Category | undefined;
  readonly idempotencyKey: string | undefined;
}

/** An upload that was read to its end. */
export interface ReceivedUpload {
  readonly caller: Caller;
  readonly form: UploadForm;
  /** The first of {@link files}. */
  readonly file: ReceivedFile;
  /** In order; several only if they become one. */
  readonly files: readonly ReceivedFile[];
  /** Whether usage had the chance to refuse it before it was stored. */
  readonly isUsageAsked: boolean;
}

/**
 * A request of this size is stored before usage is asked, which then checks the counters when it accepts: a refused one costs
 * less than asking about each.
 */
const SMALL_REQUEST_BYTES = 262_144;

/** What usage answers instead of a permit. */
const REFUSALS: ReadonlySet<Code> = new Set(['QUOTA_EXCEEDED', 'CONCURRENCY_LIMIT', 'OVERLOADED']);

/** Files of one upload whose beginnings are kept in memory: 64 KB each. */
const MAX_HEADS = 16;

/** Deadline of usage: with the one retry of the client, the caller gets an answer within 2 s. */
const CHECK_DEADLINE_MS = 900;

/** Receives uploads and writes them to the store, with constant memory. */
@Injectable()
export class UploadReceiver {
  private readonly clock: Clock;

  constructor(
    @Inject(USAGE) private readonly usage: UsageClient,
    @Inject(RUNTIME) runtime: Runtime,
    @Inject(UPLOAD_PACE) private readonly pace: UploadPace,
    private readonly sink: UploadSink,
    private readonly leftovers: Leftovers,
    private readonly openUploads: OpenUploads,
    private readonly probe: StoreProbe,
    private readonly crowdGate: CrowdGate,
    private readonly plans: PlanTables,
    private readonly drain: Drain,
  ) {
    this.clock = runtime.clock;
  }

  /**
   * Reads one multipart upload to its end. After an error nothing of it stays in the store.
   *
   * @throws {AppError} a refusal of usage; FILE_TOO_LARGE; UPLOAD_TIMEOUT; INVALID_REQUEST for the form; UNAVAILABLE;
   *   OVERLOADED
   */
  async receive(request: FastifyRequest, caller: Caller, target: UploadTarget): Promise<ReceivedUpload> {
    using watchdog = new UploadWatchdog(request, this.drain.over, this.pace);
    using form = new UploadFormReader(request);

    const first = await watchdog.guard(form.readToFile());
    const sender = withFingerprint(caller, first.fields.guestFingerprint, false);
    this.crowdGate.refuseIfCrowded(sender.kind);

    const opening = isSmall(request, target) ? undefined : this.openUploads.open(sender);
    try {
      const requesting = this.crowdGate.during(() =>
        opening ? this.requestPermit(opening, sender, target) : this.makePermit(sender),
      );
      const permit = await watchdog.guard(requesting);
      const storing = new StoringFiles((next, files) =>
        this.storeFile(request, next, files, { permit, sender, target, watchdog }),
      );
      try {
        const [file, ...others] = await this.readFiles(first, form, sender, watchdog, storing);
        const allFields = form.allFields();
        if (others.length > 0 && !isCombined(allFields)) throw refused('file', 'one file at most');
        const identified = withFingerprint(caller, allFields.guestFingerprint);
        const files = [file, ...others];
        return { caller: identified, form: allFields, file, files, isUsageAsked: opening !== undefined };
      } catch (error) {
        // The store must have closed the object before it can be erased.
        await storing.ended;
        await this.erase(permit);
        throw opening ? error : await this.firstRefusal(error, sender, target);
      }
    } finally {
      // Awaited, because a caller may disconnect before Redis has counted the upload.
      await opening?.then(
        (open) => open.close(),
        () => undefined,
      );
    }
  }

  /** Erases what was uploaded with a permit, at once or soon; the reaper erases the rest. */
  async erase(permit: UploadPermit): Promise<void> {
    if (!permit.knownKey) await this.leftovers.erase(permit.keyPrefix);
  }

  /**
   * The error that a caller gets for a refused small upload. Refusals of usage come before those of a file, as for large
   * uploads, which it is asked about first.
   */
  async firstRefusal(error: unknown, sender: Caller, { category }: UploadTarget): Promise<unknown> {
    if (AppError.from(error).retry) return error;
    const request = { owner: ownerOf(sender), category, openUploads: 0, idempotencyKey: undefined };
    return this.usage.checkUpload(request, { deadlineMs: CHECK_DEADLINE_MS }).then(
      () => error,
      (refusal: unknown) => (REFUSALS.has(AppError.from(refusal).code) ? refusal : error),
    );
  }

  private async requestPermit(
    opening: Promise<OpenUpload>,
    sender: Caller,
    { category, idempotencyKey }: UploadTarget,
  ): Promise<UploadPermit> {
    const { others } = await opening;
    const [permit] = await Promise.all([
      this.usage.checkUpload(
        { owner: ownerOf(sender), category, openUploads: others, idempotencyKey },
        { deadlineMs: CHECK_DEADLINE_MS },
      ),
      this.probe.check(),
    ]);
    return permit;
  }

  /** The permit of a small upload; nobody has checked the counters. */
  private async makePermit(sender: Caller): Promise<UploadPermit> {
    const [{ plans }] = await Promise.all([this.plans.get(), this.probe.check()]);
    return newUploadPermit(plans[ownerOf(sender).plan], this.clock.nowMs());
  }

  /** Stores one file after the other, up to the end of the form. */
  private async readFiles(
    first: FilePart,
    form: UploadFormReader,
    sender: Caller,
    watchdog: UploadWatchdog,
    storing: StoringFiles,
  ): Promise<[ReceivedFile, ...ReceivedFile[]]> {
    const files: [ReceivedFile, ...ReceivedFile[]] = [await watchdog.guard(storing.store(first, []))];
    for (;;) {
      const next = await watchdog.guard(form.readToNextFile());
      if (!next) return files;
      const { plans } = await watchdog.guard(this.plans.get());
      refuseFurtherFile(beforeNext(next, files), plans[ownerOf(sender).plan].filesAtOnce);
      const file = await watchdog.guard(storing.store(next, files));
      // Of the others the beginning is read from the store when it is needed.
      files.push(files.length < MAX_HEADS ? file : { ...file, head: Buffer.alloc(0) });
    }
  }

  private async storeFile(
    request: FastifyRequest,
    next: FilePart,
    files: readonly ReceivedFile[],
    upload: { permit: UploadPermit; sender: Caller; target: UploadTarget; watchdog: UploadWatchdog },
  ): Promise<ReceivedFile> {
    const { permit, sender, target, watchdog } = upload;
    const { file, filename } = next.part;
    const before = beforeNext(next, files);
    const limits = permit.maxSizeBytes;
    const key = inputKeysOf(`${permit.keyPrefix}input`, files.length + 1).at(-1) ?? '';
    // The permit of a known key contains only the key.
    const deadlineMs = permit.knownKey ? this.clock.nowMs() + LONGEST_UPLOAD_MS : permit.uploadDeadlineMs;
    watchdog.limitFile(() => this.clock.nowMs() > deadlineMs);
    const read = () =>
      permit.knownKey
        ? this.sink.compare(file, knownSizeOf(permit.knownKey, files.length), watchdog.signal)
        : this.sink
            .keep(file, key, limitsOfNext(before, limits), target.category, sender, watchdog.signal)
            .catch((error: unknown) => {
              throw refusalOfNext(error, before, limits);
            });
    // After all bytes have arrived, the upload counts as work, not as waiting for its caller.
    const stored = await (request.raw.complete ? this.crowdGate.during(read) : read());
    watchdog.limitFields();
    return { ...stored, permit, key, fileName: cleanFileName(filename) };
  }
}

/** Stores one file at a time, and knows when the last of them has ended. */
class StoringFiles {
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly storeOne: (next: FilePart, files: readonly ReceivedFile[]) => Promise<ReceivedFile>,
  ) {}

  /** @param files - those before it */
  store(next: FilePart, files: readonly ReceivedFile[]): Promise<ReceivedFile> {
    const storing = this.storeOne(next, files);
    // Who called gets the error; here only the end counts.
    this.last = Promise.allSettled([storing]);
    return storing;
  }

  /** Resolves when nothing more is written to the store. */
  get ended(): Promise<unknown> {
    return this.last;
  }
}

const beforeNext = ({ fields }: FilePart, files: readonly ReceivedFile[]) => ({
  fields,
  count: files.length,
  sizeBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
});

/** Size of the file in the same place of an earlier request; 0 if it had none. */
function knownSizeOf({ conversion }: usage.KnownKey, index: number): number {
  const { inputs = [], originalSizeBytes = 0 } = conversion ?? {};
  return index === 0 ? originalSizeBytes : (inputs[index]?.sizeBytes ?? 0);
}

/** Requests with an idempotency key always ask usage, which may know the key. */
const isSmall = ({ headers }: FastifyRequest, { idempotencyKey }: UploadTarget): boolean =>
  idempotencyKey === undefined && Number(headers['content-length'] ?? Number.NaN) <= SMALL_REQUEST_BYTES;

/** The caller with the fingerprint of the form. Header and field may both contain it, but must be equal. */
function withFingerprint(caller: Caller, fromForm: string | undefined, isComplete = true): Caller {
  if (caller.kind !== 'guest') return caller;
  const fingerprint = fromForm ?? caller.fingerprint;
  const rule =
    isComplete && fingerprint === undefined
      ? `required, here or in the header ${HEADER_NAMES.fingerprint}`
      : caller.fingerprint !== undefined && caller.fingerprint !== fingerprint && 'differs from the header';
  if (rule) throw new AppError('INVALID_REQUEST', { fields: { guestFingerprint: rule } });
  return { ...caller, fingerprint };
}
