import type { ConversionView } from '@filemill/api';
import type { PublicCode } from '@filemill/errors';
import { ApiError } from '@filemill/web-client';
import type { Accepted } from '../api/conversion.js';
import type { UploadRequest } from '../api/upload.js';
import type { BatchStore } from './batch-store.js';
import { type Item, isSkipped, isStartable } from './item.js';

/** The API calls that the runner needs. */
export interface ConversionApi {
  upload(
    uploadRequest: UploadRequest,
    signal: AbortSignal,
    onProgress: (sentBytes: number) => void,
  ): Promise<Accepted>;
  watch(
    accepted: Accepted,
    signal: AbortSignal,
    onChange: (conversion: ConversionView) => void,
  ): Promise<ConversionView>;
  erase(conversionId: string): Promise<void>;
}

/** Settings and callbacks of the runner. */
export interface RunnerHost {
  /** How many files may be in progress at once. */
  maxParallel(): number;
  /** The caller: `guest`, or the user's id. */
  owner(): string;
  onEnd(item: Item): void;
  /** All files of a batch have ended. */
  onBatchEnd(items: readonly Item[]): void;
}

/** Files of a batch that are converted together, from the specification; the next ones begin when these have ended. */
export const CHUNK_SIZE = 100;
/**
 * Temporary refusals and how often they are retried. The file keeps its place. `unavailable` may be a short overload or
 * a long outage.
 */
const BUSY_TRIES = new Map([
  ['concurrency_limit', 30],
  ['rate_limited', 30],
  ['overloaded', 30],
  ['unavailable', 5],
]);
const BUSY_PAUSE_SECONDS = 2;

/** Converts the files of a list, up to the caller's limit at once; the others wait. */
export class BatchRunner {
  private readonly running = new Map<string, AbortController>();
  private readonly busyTries = new Map<string, number>();
  private batch = new Set<string>();
  private chunkLeft = 0;
  private isPaused = false;

  constructor(
    private readonly store: BatchStore,
    private readonly api: ConversionApi,
    private readonly host: RunnerHost,
    private readonly now: () => number = Date.now,
  ) {}

  /** Queues the files that have an output format and are not queued yet, and starts the first. */
  start(ids: readonly string[]): void {
    const fresh: Partial<Item> = {
      status: 'waiting',
      sentBytes: 0,
      error: undefined,
      conversion: undefined,
      conversionId: undefined,
      owner: this.host.owner(),
    };
    const chosen = ids.filter((id) => {
      const item = this.store.find(id);
      return item?.target !== undefined && isStartable(item) && !isSkipped(item);
    });
    for (const id of chosen) {
      this.batch.add(id);
      this.busyTries.delete(id);
    }
    this.store.updateAll(new Map(chosen.map((id) => [id, fresh])));
    this.next();
  }

  /**
   * Follows a conversion that exists on the server, as after a reload.
   *
   * @param isUnseen - whether its end has not been shown yet
   */
  resume({ id, conversionId = '' }: Item, isUnseen: boolean): void {
    if (this.running.has(id)) return;
    if (isUnseen) this.batch.add(id);
    void this.run(id, (signal) => this.follow(id, conversionId, '', signal));
  }

  /** Cancels one conversion, and erases its files on the server. */
  async cancel(id: string): Promise<void> {
    const item = this.store.find(id);
    this.running.get(id)?.abort();
    this.store.update(id, { status: 'cancelled' });
    if (!this.running.has(id)) this.next();
    if (item?.conversionId) await this.api.erase(item.conversionId);
  }

  /** Stops following all conversions; they continue on the server. */
  abandon(): void {
    for (const controller of this.running.values()) controller.abort();
    this.batch.clear();
  }

  private next(): void {
    const waiting = this.store.get().filter(({ status }) => status === 'waiting');
    if (this.running.size === 0) this.chunkLeft = CHUNK_SIZE;
    const free = this.isPaused ? 0 : Math.min(this.chunkLeft, this.host.maxParallel() - this.running.size);
    for (const item of waiting.slice(0, Math.max(0, free))) {
      this.chunkLeft -= 1;
      void this.run(item.id, (signal) => this.convert(item, signal));
    }
    if (this.running.size > 0 || waiting.length > 0 || this.batch.size === 0) return;
    const ended = this.store.get().filter(({ id }) => this.batch.has(id));
    this.batch = new Set();
    this.host.onBatchEnd(ended);
  }

  private async run(id: string, work: (signal: AbortSignal) => Promise<ConversionView>): Promise<void> {
    const controller = new AbortController();
    this.running.set(id, controller);
    try {
      const conversion = await work(controller.signal);
      if (!controller.signal.aborted) this.store.update(id, outcomeOf(conversion));
    } catch (error) {
      if (!controller.signal.aborted) this.refuse(id, error);
    } finally {
      this.running.delete(id);
      const ended = this.batch.has(id) && !controller.signal.aborted ? this.store.find(id) : undefined;
      if (ended && ended.status !== 'waiting') this.host.onEnd(ended);
      this.next();
    }
  }

  private refuse(id: string, cause: unknown): void {
    const error = cause instanceof ApiError ? cause : new ApiError(0, 'internal', '');
    const tries = this.busyTries.get(id) ?? 0;
    if (tries >= (BUSY_TRIES.get(error.code) ?? 0)) {
      this.store.update(id, { status: 'error', error });
      return;
    }
    this.busyTries.set(id, tries + 1);
    this.chunkLeft += 1;
    this.store.update(id, { status: 'waiting', sentBytes: 0 });
    this.isPaused = true;
    setTimeout(
      () => {
        this.isPaused = false;
        this.next();
      },
      1_000 * (error.retryAfterSeconds ?? BUSY_PAUSE_SECONDS),
    );
  }

  private async convert(item: Item, signal: AbortSignal): Promise<ConversionView> {
    const { id, target = '', options } = item;
    const files = (item.parts ?? [item]).flatMap(({ file }) => file ?? []);
    if (files.length === 0) throw new ApiError(0, 'internal', '');
    this.store.update(id, { status: 'uploading', stageStartedAt: this.now() });
    const accepted = await this.api.upload({ files, outputFormat: target, options }, signal, (sentBytes) => {
      if (!signal.aborted) this.store.update(id, { sentBytes });
    });
    if (signal.aborted) await this.api.erase(accepted.conversionId);
    return this.follow(id, accepted.conversionId, accepted.eventsUrl, signal);
  }

  private follow(
    id: string,
    conversionId: string,
    eventsUrl: string,
    signal: AbortSignal,
  ): Promise<ConversionView> {
    const sentBytes = this.store.find(id)?.sizeBytes ?? 0;
    if (!signal.aborted) {
      const stageStartedAt = this.now();
      this.store.update(id, { status: 'converting', sentBytes, conversionId, stageStartedAt });
    }
    let stage = '';
    return this.api.watch({ conversionId, eventsUrl }, signal, (conversion) => {
      if (signal.aborted) return;
      const changed = conversion.stage !== stage;
      stage = conversion.stage;
      this.store.update(id, changed ? { conversion, stageStartedAt: this.now() } : { conversion });
    });
  }
}

function outcomeOf(conversion: ConversionView): Partial<Item> {
  if (conversion.status === 'completed') return { status: 'completed', conversion };
  if (conversion.status === 'cancelled') return { status: 'cancelled', conversion };
  const { code, message } = conversion.error ?? { code: 'engine_failed', message: '' };
  return { status: 'error', conversion, error: new ApiError(0, code as PublicCode, message) };
}
