import { statfs } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Clock, type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import type { ObjectStore } from '@filemill/storage';
import { Inject, Injectable } from '@nestjs/common';
import { OBJECT_STORE, USAGE_CONFIG, type UsageConfig } from '../config.js';

/** How long a size is cached: listing a large store takes long. */
const MEASURE_EVERY_MS = 60_000;

/** What the store holds, bytes. */
interface StoreSize {
  readonly usedBytes: number;
  /** Used and available bytes; undefined if it has no limit. */
  readonly totalBytes: number | undefined;
}

/** Measures the store at most once a minute. Callers get the last size at once; the first one waits for it. */
@Injectable()
export class StoreSizes {
  private readonly clock: Clock;
  private readonly logger: Logger;
  private last: StoreSize | undefined;
  private measuring: Promise<StoreSize> | undefined;
  private begunAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(USAGE_CONFIG) private readonly config: UsageConfig,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
    this.logger = runtime.logger;
  }

  /** @throws {AppError} UNAVAILABLE if the store does not answer and no size is known yet */
  async current(): Promise<StoreSize> {
    const measuring = this.measuring ?? this.beginIfDue();
    if (this.last) return this.last;
    if (!measuring) throw new TypeError('neither a size nor a measurement');
    return measuring;
  }

  private beginIfDue(): Promise<StoreSize> | undefined {
    const nowMs = this.clock.nowMs();
    if (this.last && Math.abs(nowMs - this.begunAtMs) < MEASURE_EVERY_MS) return undefined;
    this.begunAtMs = nowMs;
    this.measuring = this.measure().finally(() => {
      this.measuring = undefined;
    });
    // Callers that wait for it get the error; the others keep the last size.
    this.measuring.then(
      (size) => {
        this.last = size;
      },
      (err: unknown) => this.logger.warn({ err }, 'could not measure the store'),
    );
    return this.measuring;
  }

  private async measure(): Promise<StoreSize> {
    let usedBytes = 0;
    for await (const { sizeBytes } of this.store.list('')) usedBytes += sizeBytes;
    const freeBytes = await this.freeBytes();
    return { usedBytes, totalBytes: freeBytes === undefined ? undefined : usedBytes + freeBytes };
  }

  /** Size of the disk under a folder store. */
  private async freeBytes(): Promise<number | undefined> {
    const url = new URL(this.config.STORE_URL);
    if (url.protocol !== 'file:') return undefined;
    const { bavail, bsize } = await statfs(fileURLToPath(url));
    return bavail * bsize;
  }
}
