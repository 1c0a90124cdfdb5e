import { randomInt } from 'node:crypto';
import { AppError } from '@filemill/errors';
import { Injectable } from '@nestjs/common';
import { Listeners } from '../http/listeners.js';

/**
 * Most uploads that one process works on at a time; it refuses more. An upload takes about 2 ms of a processor, so an
 * admitted caller has an answer within about a second. Users are admitted up to a higher number than guests.
 */
const MAX_RUNNING_UPLOADS = { guest: 400, user: 1_000 } as const;
/** Guests are refused while connections have waited longer than this to be accepted. */
const MAX_CROWDED_MS = 1_000;
/**
 * Uploads a second of one user that are admitted while guests are refused, so that one user's flood does not crowd out
 * the others. It is the sustained rate of the plan; the burst above it has to wait.
 */
const MAX_UPLOADS_PER_SECOND = 5;
/** When a refused caller may try again: random, so that they do not all return at the same moment. */
const RETRY_AFTER_SECONDS = { least: 2, most: 10 } as const;

/**
 * Refuses uploads that the process cannot answer soon, so that a crowd does not make every caller wait. An upload counts
 * while the process works on it, not while its bytes are being sent, so slow callers are not counted.
 */
@Injectable()
export class CrowdGate {
  private runningUploads = 0;
  /** Uploads of this second, by credential, while there is a crowd. */
  private readonly uploadsByCredential = { second: 0, counts: new Map<string, number>() };

  constructor(private readonly listeners: Listeners) {}

  /**
   * @param credential - of a user, at the first of the two checks of an upload
   * @throws {AppError} OVERLOADED, for a user UNAVAILABLE, if others have to be answered first
   */
  refuseIfCrowded(kind: keyof typeof MAX_RUNNING_UPLOADS, credential?: string): void {
    const isCrowded =
      this.runningUploads >= MAX_RUNNING_UPLOADS.guest || this.listeners.crowdedMs > MAX_CROWDED_MS;
    if (!isCrowded || (kind === 'user' && this.admitsUser(credential))) return;
    const retryAfterSeconds = randomInt(RETRY_AFTER_SECONDS.least, RETRY_AFTER_SECONDS.most + 1);
    throw new AppError(kind === 'guest' ? 'OVERLOADED' : 'UNAVAILABLE', { retryAfterSeconds });
  }

  private admitsUser(credential?: string): boolean {
    return (
      this.runningUploads < MAX_RUNNING_UPLOADS.user &&
      !(credential && this.countUpload(credential) > MAX_UPLOADS_PER_SECOND)
    );
  }

  private countUpload(credential: string): number {
    const second = Math.floor(performance.now() / 1_000);
    if (second !== this.uploadsByCredential.second) this.uploadsByCredential.counts.clear();
    this.uploadsByCredential.second = second;
    const count = (this.uploadsByCredential.counts.get(credential) ?? 0) + 1;
    this.uploadsByCredential.counts.set(credential, count);
    return count;
  }

  /** Counts an upload while `work` goes on. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.runningUploads += 1;
    try {
      return await work();
    } finally {
      this.runningUploads -= 1;
    }
  }
}
