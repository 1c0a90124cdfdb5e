import { randomInt } from 'node:crypto';
import { AppError } from '@filemill/errors';
import { Injectable } from '@nestjs/common';
import { Listeners } from '../http/listeners.js';
import type { Caller } from '../identity/caller.js';

/**
 * Uploads that one process works at, beyond which more are sent away. An upload takes some 2 ms of a processor, so whoever is
 * let in has an answer within about a second; users are let in where guests are not.
 */
const MOST_AT_WORK = { guest: 400, user: 1_000 } as const;
/** Of these, uploads of one account, where guests are not let in any more: the others' come before a flood of one's own. */
const MOST_OF_ONE_ACCOUNT = 4;
/** Who comes when a crowd has been waiting to be heard for so long has to go again before it has been. */
const MOST_CROWDED_MS = 1_000;
/** When whoever was sent away may come again: not all at the same moment. */
const RETRY_AFTER_SECONDS = { least: 2, most: 10 } as const;

/**
 * Keeps a crowd from making everybody wait: what is more than the process can answer soon is sent away at once.
 * An upload counts while the process works at it, not while its bytes are on their way: callers who send slowly take no
 * place of anybody's.
 */
@Injectable()
export class Admission {
  private atWork = 0;
  /** Uploads at work by account, of those who have any. */
  private readonly atWorkOf = new Map<string, number>();

  constructor(private readonly listeners: Listeners) {}

  /**
   * @param userId - of a user, once it is known
   * @throws {AppError} OVERLOADED, for a user UNAVAILABLE, if others have to be answered first
   */
  refuseCrowd(kind: keyof typeof MOST_AT_WORK, userId?: string): void {
    const isCrowded = this.atWork >= MOST_AT_WORK.guest || this.listeners.crowdedMs > MOST_CROWDED_MS;
    if (!isCrowded || (kind === 'user' && this.hasRoomForUser(userId))) return;
    const retryAfterSeconds = randomInt(RETRY_AFTER_SECONDS.least, RETRY_AFTER_SECONDS.most + 1);
    throw new AppError(kind === 'guest' ? 'OVERLOADED' : 'UNAVAILABLE', { retryAfterSeconds });
  }

  private hasRoomForUser(userId = ''): boolean {
    return this.atWork < MOST_AT_WORK.user && (this.atWorkOf.get(userId) ?? 0) < MOST_OF_ONE_ACCOUNT;
  }

  /** Counts an upload of `caller` while `work` goes on. */
  async during<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    this.count(caller, 1);
    try {
      return await work();
    } finally {
      this.count(caller, -1);
    }
  }

  private count(caller: Caller, change: 1 | -1): void {
    this.atWork += change;
    if (caller.kind !== 'user') return;
    const ofAccount = (this.atWorkOf.get(caller.userId) ?? 0) + change;
    if (ofAccount > 0) this.atWorkOf.set(caller.userId, ofAccount);
    else this.atWorkOf.delete(caller.userId);
  }
}
