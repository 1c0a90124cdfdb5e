import { createHash } from 'node:crypto';
import { AppError } from '@filemill/errors';
import { createRedis, exemptAddresses, RUNTIME, type Runtime, startCounterAtZero } from '@filemill/platform';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { ACCOUNTS_CONFIG, type AccountsConfig } from '../config.js';
import { AccountsMetrics } from '../metrics.js';
import { KnownAddressesRepository } from './known-addresses.repository.js';
import { Limiter } from './limiter.js';
import { LIMITS, type Limit } from './tiers.js';

/** A sign-in runs several commands in sequence, and must answer well within 5 s while Redis hangs. */
const COMMAND_TIMEOUT_MS = 300;

/** Counts and limits what a caller may try: passwords, registrations, reset mails. */
@Injectable()
export class CallLimits implements OnApplicationShutdown {
  private readonly redis: Redis;
  private readonly limiters: Readonly<Record<Limit, Limiter>>;
  private readonly isExempt: (address: string) => boolean;

  constructor(
    private readonly metrics: AccountsMetrics,
    private readonly known: KnownAddressesRepository,
    @Inject(ACCOUNTS_CONFIG) config: AccountsConfig,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {
    startCounterAtZero(metrics.rateLimited, { limit: Object.keys(LIMITS) });
    this.redis = createRedis(config.REDIS_URL, runtime.logger, { commandTimeout: COMMAND_TIMEOUT_MS });
    this.isExempt = exemptAddresses(config.GUEST_ADDRESS_EXEMPT);
    const limiters = Object.entries(LIMITS).map(([name, tiers]) => [
      name,
      new Limiter(name, tiers, this.redis, runtime),
    ]);
    this.limiters = Object.fromEntries(limiters) as Record<Limit, Limiter>;
  }

  /** @throws {AppError} RATE_LIMITED after too many of one kind from an address */
  async countByAddress(limit: 'register' | 'forgot' | 'reset', address: string): Promise<void> {
    if (!this.isExempt(address)) await this.take(limit, address);
  }

  /** Whether a mailbox may get one more reset mail, so that others cannot flood it. */
  async countResetMail(email: string): Promise<boolean> {
    try {
      await this.take('mailbox', keyOf(email));
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'RATE_LIMITED') return false;
      throw error;
    }
  }

  /**
   * Checks a password, unless there were too many wrong ones before. Only wrong ones count: a correct one clears those of
   * its address and marks the address as known, so that tries from elsewhere cannot lock the owner out.
   *
   * @param email - of the account, whether there is one or not
   * @param check - returns what the password gives access to, or null if it is wrong
   * @throws {AppError} RATE_LIMITED with `retryAfterSeconds`; an error of `check`, which does not count
   */
  async checkPassword<T>(email: string, address: string, check: () => Promise<T | null>): Promise<T | null> {
    const [account, pair] = [keyOf(email), keyOf(`${email} ${address}`)];
    // The narrowest limit first: a call that it refuses must not count against wider limits, which others share.
    await this.take('pair', pair);
    await this.take('address', address);
    const { isKnown, isRecent } = await this.findKnown(pair);
    if (!isKnown) await this.take('account', account);
    const uncount = async (): Promise<void> => {
      await this.limiters.address.uncount(address);
      if (!isKnown) await this.limiters.account.uncount(account);
    };
    let opened: T | null;
    try {
      opened = await check();
    } catch (error) {
      await Promise.all([uncount(), this.limiters.pair.uncount(pair)]);
      throw error;
    }
    if (opened !== null)
      await Promise.all([
        uncount(),
        this.limiters.pair.forget(pair),
        isRecent ? undefined : this.remember(email, pair),
      ]);
    return opened;
  }

  /** The owner has proved access to the account's mail: tries from elsewhere no longer block this address. */
  async confirmOwner(email: string, address: string): Promise<void> {
    const pair = keyOf(`${email} ${address}`);
    await Promise.all([
      this.limiters.account.forget(keyOf(email)),
      this.limiters.pair.forget(pair),
      this.remember(email, pair),
    ]);
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  /** If the lookup fails, the wider limit applies, and the sign-in fails soon for the same reason. */
  private async findKnown(pair: string): Promise<{ isKnown: boolean; isRecent: boolean }> {
    try {
      return await this.known.find(bytesOf(pair), this.runtime.clock.nowMs());
    } catch (err) {
      this.runtime.logger.warn({ err }, 'known address not looked up');
      return { isKnown: false, isRecent: false };
    }
  }

  /** A sign-in does not fail if its address could not be stored. */
  private async remember(email: string, pair: string): Promise<void> {
    try {
      await this.known.add(email, bytesOf(pair), this.runtime.clock.nowMs());
    } catch (err) {
      this.runtime.logger.warn({ err }, 'known address not kept');
    }
  }

  private async take(limit: Limit, key: string): Promise<void> {
    try {
      await this.limiters[limit].take(key);
    } catch (error) {
      if (error instanceof AppError) this.metrics.rateLimited.inc({ limit });
      throw error;
    }
  }
}

/** Neither Redis nor Postgres stores an e-mail address or a network address in plain text. */
const keyOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
const bytesOf = (key: string): Buffer => Buffer.from(key, 'base64url');
