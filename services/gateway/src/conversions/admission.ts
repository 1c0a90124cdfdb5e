import { randomInt } from 'node:crypto';
import { AppError } from '@filemill/errors';
import { Injectable } from '@nestjs/common';
import { Listeners } from '../http/listeners.js';

/**
 * Uploads that one process works at, beyond which more are sent away. An upload takes some 2 ms of a processor, so whoever is
 * let in has an answer within about a second; users are let in where guests are not.
 */
const MOST_AT_WORK = { guest: 400, user: 1_000 } as const;
/** A guest who comes when a crowd has been waiting to be heard for so long is not let in before it has been. */
const MOST_CROWDED_MS = 1_000;
/**
 * Uploads a second that one user is let in with, where guests are not let in at all: one's flood is not everybody's. It is
 * what the plan lets a key do for long; the burst beside that has to wait for better times.
 */
const MOST_OF_ONE_USER = 5;
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
  /** Uploads of this second by the credential that they came with, while there is a crowd. */
  private readonly comers = { second: 0, counts: new Map<string, number>() };

  constructor(private readonly listeners: Listeners) {}

  /**
   * @param credential - of a user, where this is the first look at an upload
   * @throws {AppError} OVERLOADED, for a user UNAVAILABLE, if others have to be answered first
   */
  refuseCrowd(kind: keyof typeof MOST_AT_WORK, credential?: string): void {
    const isCrowded = this.atWork >= MOST_AT_WORK.guest || this.listeners.crowdedMs > MOST_CROWDED_MS;
    if (!isCrowded || (kind === 'user' && this.letsUserIn(credential))) return;
    const retryAfterSeconds = randomInt(RETRY_AFTER_SECONDS.least, RETRY_AFTER_SECONDS.most + 1);
    throw new AppError(kind === 'guest' ? 'OVERLOADED' : 'UNAVAILABLE', { retryAfterSeconds });
  }

  private letsUserIn(credential?: string): boolean {
    return this.atWork < MOST_AT_WORK.user && !(credential && this.countComer(credential) > MOST_OF_ONE_USER);
  }

  private countComer(credential: string): number {
    const second = Math.floor(performance.now() / 1_000);
    if (second !== this.comers.second) this.comers.counts.clear();
    this.comers.second = second;
    const count = (this.comers.counts.get(credential) ?? 0) + 1;
    this.comers.counts.set(credential, count);
    return count;
  }

  /** Counts an upload while `work` goes on. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.atWork += 1;
    try {
      return await work();
    } finally {
      this.atWork -= 1;
    }
  }
}
