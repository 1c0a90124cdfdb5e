import { AppError } from '@filemill/errors';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../identity/caller.js';

/** Tabs that one account or guest has open at a time; each needs one stream. */
const MAX_PER_OWNER = 10;
/** Guests behind one address; their fingerprints cost nothing to invent. */
const MAX_PER_ADDRESS = 100;
const RETRY_AFTER_SECONDS = 30;

/** Bounds the event streams that callers hold open on this gateway. */
@Injectable()
export class OpenStreams {
  private readonly counts = new Map<string, number>();

  /**
   * Counts one stream.
   *
   * @returns counts it down again
   * @throws {AppError} CONCURRENCY_LIMIT
   */
  open(caller: Caller): () => void {
    const limits = limitsOf(caller);
    for (const [key, limit] of limits) {
      if ((this.counts.get(key) ?? 0) < limit) continue;
      const message = `Only ${limit} event streams can be open at once.`;
      throw new AppError('CONCURRENCY_LIMIT', { message, limit, retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    for (const [key] of limits) this.add(key, 1);
    return () => {
      for (const [key] of limits) this.add(key, -1);
    };
  }

  private add(key: string, change: number): void {
    const count = (this.counts.get(key) ?? 0) + change;
    if (count > 0) this.counts.set(key, count);
    else this.counts.delete(key);
  }
}

const limitsOf = (caller: Caller): [string, number][] =>
  caller.kind === 'user'
    ? [[`user:${caller.userId}`, MAX_PER_OWNER]]
    : [
        [`guest:${caller.fingerprint}`, MAX_PER_OWNER],
        [`address:${caller.address}`, MAX_PER_ADDRESS],
      ];
