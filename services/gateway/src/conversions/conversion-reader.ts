import { USAGE, type UsageClient, type usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { hasEnded } from '@filemill/product';
import { conversionMessageSchema, progressKey } from '@filemill/queue';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { REDIS } from '../clients/clients.module.js';
import type { ConversionWatch, Progress, RowChange } from '../live/conversion-feed.js';

/** The row is read again after this time, in case an announcement was lost. */
export const REREAD_MS = 5_000;

const uuid = z.uuid();
const notFound = () => new AppError('NOT_FOUND', { what: 'This conversion' });
/** The same answer wherever the row is missing. */
function inOneWord(error: unknown): never {
  throw AppError.from(error).code === 'NOT_FOUND' ? notFound() : error;
}

/** Whether a row can still change (but for the erasure of its files). */
export const isFinal = (row: usage.Conversion): boolean => hasEnded(row.status);

/** Whether an announced change may have ended the conversion of an older row. */
const mayHaveEnded = (row: usage.Conversion, change: RowChange | undefined): boolean =>
  !change || (change.version > row.version && (change.status === undefined || hasEnded(change.status)));

/** Completed rows that this process saw last: most results are downloaded at once, through the same gateway. */
const RECENT_ROWS = { max: 2_000, ttl: 60_000 } as const;

/** Reads conversions from the ledger, for their owner or for the bearer of a signed link. */
@Injectable()
export class ConversionReader {
  private readonly logger: Logger;
  private readonly recent = new LRUCache<string, usage.Conversion>(RECENT_ROWS);

  constructor(
    @Inject(USAGE) private readonly usage: UsageClient,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.logger = runtime.logger;
  }

  /**
   * @param owner - absent if a signed token grants access
   * @throws {AppError} NOT_FOUND for an unknown conversion and for another owner's alike
   */
  async read(conversionId: string, owner: usage.Owner | undefined): Promise<usage.Conversion> {
    if (!uuid.safeParse(conversionId).success) throw notFound();
    const { conversion } = await this.usage.getConversion({ conversionId, owner }).catch(inOneWord);
    if (!conversion) throw notFound();
    return conversion;
  }

  /**
   * The current row, or the last known one while usage does not answer, because a waiting caller can wait for usage
   * too.
   */
  async readAgain(row: usage.Conversion): Promise<usage.Conversion> {
    try {
      return await this.read(row.id, undefined);
    } catch (err) {
      if (!AppError.from(err).retry) throw err;
      this.logger.warn({ err, conversionId: row.id }, 'conversion not readable, to be read again');
      return row;
    }
  }

  /**
   * A completed conversion as this process saw it within the last minute, for the bearer of a signed link. It may have been
   * deleted since; then its file is gone.
   */
  recentlyCompleted(conversionId: string): usage.Conversion | undefined {
    return this.recent.get(conversionId);
  }

  /** The last announced progress of a running conversion; an answer is complete without it. */
  async progress(row: usage.Conversion): Promise<Progress | undefined> {
    if (row.status !== 'converting') return undefined;
    try {
      const text = await this.redis.get(progressKey(row.id));
      const message = text === null ? undefined : conversionMessageSchema.safeParse(JSON.parse(text)).data;
      return message?.type === 'progress' ? message : undefined;
    } catch (err) {
      this.logger.warn({ err, conversionId: row.id }, 'progress not readable');
      return undefined;
    }
  }

  /**
   * Waits until a conversion has ended, at most `timeoutMs` or until `signal` aborts.
   *
   * @param watch - subscribed before `row` was read
   * @returns the row at the end of the wait, ended or not
   */
  async untilEnd(
    row: usage.Conversion,
    watch: ConversionWatch,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<usage.Conversion> {
    const giveUpAt = performance.now() + timeoutMs;
    let current = row;
    while (!isFinal(current) && !signal.aborted) {
      const leftMs = giveUpAt - performance.now();
      if (leftMs <= 0) break;
      const news = await watch.next(Math.min(leftMs, REREAD_MS), signal);
      // Read even without an announcement, which may have been lost.
      const isWorthReading =
        news === 'nothing' || (news === 'changed' && mayHaveEnded(current, watch.change));
      // Usage announces an end with the row.
      const ended = watch.change?.conversion as usage.Conversion | undefined;
      if (isWorthReading) current = ended ?? (await this.readAgain(current));
    }
    if (current.status === 'completed') this.recent.set(current.id, current);
    return current;
  }
}
