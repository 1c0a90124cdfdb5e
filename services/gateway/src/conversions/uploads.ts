import type { MultipartFile } from '@fastify/multipart';
import type { usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { type Clock, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { USAGE, type UsageClient } from '../clients/clients.module.js';
import { Drain } from '../http/drain.js';
import { type Caller, ownerOf } from '../identity/caller.js';
import { Admission } from './admission.js';
import { cleanFileName } from './file-name.js';
import { Leftovers } from './leftovers.js';
import { LONGEST_UPLOAD_MS, type OpenUpload, OpenUploads } from './open-uploads.js';
import { StoreProbe } from './store-probe.js';
import { readUploadForm, type UploadForm } from './upload-form.js';
import { type ReadFile, UploadSink } from './upload-sink.js';
import { PACE, type UploadPace, UploadWatchdog } from './upload-watchdog.js';

/** A file that lies in the store, not accepted yet: whoever refuses it erases it. Under a known key it was not kept. */
export interface ReceivedFile extends ReadFile {
  readonly leave: usage.CheckUploadResponse;
  readonly key: string;
  readonly fileName: string;
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

/** Reads uploads under constant memory. */
@Injectable()
export class Uploads {
  private readonly clock: Clock;

  constructor(
    @Inject(USAGE) private readonly usage: UsageClient,
    @Inject(RUNTIME) runtime: Runtime,
    @Inject(PACE) private readonly pace: UploadPace,
    private readonly sink: UploadSink,
    private readonly leftovers: Leftovers,
    private readonly openUploads: OpenUploads,
    private readonly probe: StoreProbe,
    private readonly admission: Admission,
    private readonly drain: Drain,
  ) {
    this.clock = runtime.clock;
  }

  /**
   * Reads one multipart upload to its end; whatever goes wrong, nothing of it stays in the store.
   *
   * @throws {AppError} what usage refuses; FILE_TOO_LARGE; UPLOAD_TIMEOUT; INVALID_REQUEST for the form; UNAVAILABLE;
   *   OVERLOADED
   */
  async receive(request: FastifyRequest, caller: Caller, target: UploadTarget): Promise<ReceivedUpload> {
    const watchdog = new UploadWatchdog(request, this.drain.over, this.pace);
    const attempt: Attempt = { request, caller, target, watchdog };
    try {
      const reading = readUploadForm(request, (file, earlier) => this.receiveFile(attempt, file, earlier));
      const { form, received } = await Promise.race([reading, rejectionOf(watchdog.signal)]);
      return { caller: identified(caller, form.guestFingerprint), form, file: received };
    } catch (error) {
      // The store must have let go of the object before it can be erased.
      await attempt.reading?.catch(() => undefined);
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

  /** Erases what was uploaded, soon if not at once; the reaper finds what is left then. */
  async erase(leave: usage.CheckUploadResponse): Promise<void> {
    if (!leave.knownKey) await this.leftovers.erase(leave.keyPrefix);
  }

  private async receiveFile(
    attempt: Attempt,
    file: MultipartFile,
    earlier: Partial<UploadForm>,
  ): Promise<ReceivedFile> {
    const caller = identified(attempt.caller, earlier.guestFingerprint, false);
    this.admission.refuseCrowd(caller.kind);
    const leave = await this.admission.during(() => this.takeLeave(attempt, caller));
    // Whoever gave up in the meantime has not seen the leave, and would not erase what came under it.
    attempt.watchdog.signal.throwIfAborted();
    attempt.leave = leave;
    const { kind } = attempt.target;
    const fileName = cleanFileName(file.filename);
    const key = `${leave.keyPrefix}input`;
    // The leave of a known key says nothing but what it stands for.
    const deadlineMs = leave.knownKey ? this.clock.nowMs() + LONGEST_UPLOAD_MS : leave.uploadDeadlineMs;
    attempt.watchdog.limitFile(() => this.clock.nowMs() > deadlineMs);
    const { signal } = attempt.watchdog;
    const read = () =>
      leave.knownKey
        ? this.sink.compare(file.file, leave.knownKey, signal)
        : this.sink.keep(file.file, key, leave.maxSizeBytes, kind, caller, signal);
    // What has all arrived does not wait for its caller any more.
    const reading = attempt.request.raw.complete ? this.admission.during(read) : read();
    attempt.reading = reading;
    const stored = await reading;
    attempt.watchdog.limitFields();
    return { ...stored, leave, key, fileName };
  }

  private async takeLeave(attempt: Attempt, caller: Caller): Promise<usage.CheckUploadResponse> {
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
    return leave;
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
  reading?: Promise<unknown>;
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
