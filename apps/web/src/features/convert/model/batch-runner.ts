import { ApiError } from '@filemill/web-client';
import type { Accepted, Conversion } from '../api/conversion.js';
import type { Order } from '../api/upload.js';
import type { BatchStore } from './batch-store.js';
import { type Item, isSkipped, isStartable } from './item.js';

/** What the runner needs of the API. */
export interface ConversionApi {
  upload(order: Order, signal: AbortSignal, onProgress: (sentBytes: number) => void): Promise<Accepted>;
  watch(
    accepted: Accepted,
    signal: AbortSignal,
    onChange: (conversion: Conversion) => void,
  ): Promise<Conversion>;
  erase(conversionId: string): Promise<void>;
}

/** Converts the files of a list one after another, as guests may; the others wait. */
export class BatchRunner {
  private readonly running = new Map<string, AbortController>();

  constructor(
    private readonly store: BatchStore,
    private readonly api: ConversionApi,
    private readonly onEnd: (item: Item) => void,
    private readonly now: () => number = Date.now,
  ) {}

  /** Queues the files that have a format and are not in it already, and starts the first. */
  start(ids: readonly string[]): void {
    for (const id of ids) {
      const item = this.store.find(id);
      if (!item?.target || !isStartable(item) || isSkipped(item)) continue;
      this.store.update(id, {
        status: 'waiting',
        sentBytes: 0,
        error: undefined,
        conversion: undefined,
        conversionId: undefined,
      });
    }
    this.next();
  }

  /** Stops one; what the server has of it is erased. */
  async cancel(id: string): Promise<void> {
    const item = this.store.find(id);
    this.running.get(id)?.abort();
    this.store.update(id, { status: 'cancelled' });
    if (item?.conversionId) await this.api.erase(item.conversionId);
  }

  private next(): void {
    if (this.running.size > 0) return;
    const item = this.store.get().find(({ status }) => status === 'waiting');
    if (item) void this.run(item);
  }

  private async run(item: Item): Promise<void> {
    const controller = new AbortController();
    this.running.set(item.id, controller);
    const update = (change: Partial<Item>) => {
      if (!controller.signal.aborted) this.store.update(item.id, change);
    };
    try {
      const conversion = await this.convert(item, controller.signal, update);
      update(outcomeOf(conversion));
    } catch (error) {
      const cause = error instanceof ApiError ? error : new ApiError(0, 'internal', '');
      update({ status: 'error', error: cause });
    } finally {
      this.running.delete(item.id);
      const ended = this.store.find(item.id);
      if (ended) this.onEnd(ended);
      this.next();
    }
  }

  private async convert(
    item: Item,
    signal: AbortSignal,
    update: (change: Partial<Item>) => void,
  ): Promise<Conversion> {
    const order = { file: item.file, outputFormat: item.target ?? '', options: item.options };
    update({ status: 'uploading', stageStartedAt: this.now() });
    const accepted = await this.api.upload(order, signal, (sentBytes) => update({ sentBytes }));
    const { conversionId } = accepted;
    if (signal.aborted) await this.api.erase(conversionId);
    update({ status: 'converting', sentBytes: item.file.size, conversionId, stageStartedAt: this.now() });
    let stage = '';
    return this.api.watch(accepted, signal, (conversion) => {
      const changed = conversion.stage !== stage;
      stage = conversion.stage;
      update(changed ? { conversion, stageStartedAt: this.now() } : { conversion });
    });
  }
}

function outcomeOf(conversion: Conversion): Partial<Item> {
  if (conversion.status === 'completed') return { status: 'completed', conversion };
  if (conversion.status === 'cancelled') return { status: 'cancelled', conversion };
  const { code, message } = conversion.error ?? { code: 'engine_failed', message: '' };
  return { status: 'error', conversion, error: new ApiError(0, code, message) };
}
