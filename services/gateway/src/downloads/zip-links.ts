import { randomUUID } from 'node:crypto';
import { AppError } from '@filemill/errors';
import { type Clock, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { REDIS } from '../clients/clients.module.js';
import { SignedTokens } from '../identity/signed-tokens.js';

const LIFETIME_MS = 5 * 60_000;
const keyOf = (id: string): string => `zip:${id}`;
const unavailable = (cause: unknown): never => {
  throw new AppError('UNAVAILABLE', {}, { cause });
};

/** Links to a zip of several results: signed, and valid once within 5 minutes. Redis stores their content. */
@Injectable()
export class ZipLinks {
  private readonly clock: Clock;

  constructor(
    private readonly tokens: SignedTokens,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
  }

  /**
   * @param conversionIds - results that the caller may read
   * @returns the path of the link
   * @throws {AppError} UNAVAILABLE while Redis is unreachable
   */
  async make(conversionIds: readonly string[]): Promise<string> {
    const id = randomUUID();
    const token = this.tokens.sign(id, 'zip', this.clock.nowMs() + LIFETIME_MS);
    await this.redis.set(keyOf(id), JSON.stringify(conversionIds), 'PX', LIFETIME_MS).catch(unavailable);
    return `/api/download/zip/${id}?token=${token}`;
  }

  /**
   * Reads the content of a link without using it up.
   *
   * @returns the ids in the link
   * @throws {AppError} GONE if it was used or has expired; UNAVAILABLE
   */
  async read(id: string): Promise<string[]> {
    return JSON.parse((await this.redis.get(keyOf(id)).catch(unavailable)) ?? used()) as string[];
  }

  /**
   * Uses up a link that was read.
   *
   * @throws {AppError} GONE if another call used it first; UNAVAILABLE
   */
  async claim(id: string): Promise<void> {
    if ((await this.redis.del(keyOf(id)).catch(unavailable)) === 0) used();
  }
}

const used = (): never => {
  throw new AppError('GONE', { message: 'This link has been used, or is too old. Ask for a new one.' });
};
